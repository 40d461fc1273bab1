/** The thread that removes what is old, a little at a time, while the server runs. */
@NullMarked
package posthorn.bootstrap.retention;

import org.jspecify.annotations.NullMarked;
