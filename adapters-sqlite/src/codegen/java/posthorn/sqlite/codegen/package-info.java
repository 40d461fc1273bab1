/** Runs at build time only: makes the jOOQ classes of the schema from its migrations. */
@NullMarked
package posthorn.sqlite.codegen;

import org.jspecify.annotations.NullMarked;
