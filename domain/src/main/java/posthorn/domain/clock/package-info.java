/** Whether a clock can be believed: what time it should be, by a clock that never steps. */
@NullMarked
package posthorn.domain.clock;

import org.jspecify.annotations.NullMarked;
