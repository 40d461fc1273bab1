/**
 * How a line of the log is written. Whatever a text holds, it ends no line and begins none, so that
 * nobody but this program writes lines.
 */
@NullMarked
package posthorn.bootstrap.log;

import org.jspecify.annotations.NullMarked;
