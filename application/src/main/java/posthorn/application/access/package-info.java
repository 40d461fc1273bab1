/** Who is asking: keys, their check, and who changed what. */
@NullMarked
package posthorn.application.access;

import org.jspecify.annotations.NullMarked;
