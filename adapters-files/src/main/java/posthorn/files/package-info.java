/**
 * Plain files that only the server's own user gets to see. What was written is on disk when the
 * call returns, in whole lines.
 */
@NullMarked
package posthorn.files;

import org.jspecify.annotations.NullMarked;
