/**
 * Removing what is over and old. Nothing that still has to be done is ever touched, and where there
 * is an archive nothing is removed that is not durable there.
 */
@NullMarked
package posthorn.application.retention;

import org.jspecify.annotations.NullMarked;
