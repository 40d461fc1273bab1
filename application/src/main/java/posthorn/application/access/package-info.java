/** Who is asking: operator keys and their check. */
@NullMarked
package posthorn.application.access;

import org.jspecify.annotations.NullMarked;
