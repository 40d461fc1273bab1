/** Sealing the store's secrets with the operator's keys. */
@NullMarked
package posthorn.application.sealing;

import org.jspecify.annotations.NullMarked;
