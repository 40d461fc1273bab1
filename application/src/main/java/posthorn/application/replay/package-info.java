/** Starting deliveries anew at a person's word. */
@NullMarked
package posthorn.application.replay;

import org.jspecify.annotations.NullMarked;
