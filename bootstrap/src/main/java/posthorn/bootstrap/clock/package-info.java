/** Whether the clock can be believed: compared with the monotonic one, and with the last run. */
@NullMarked
package posthorn.bootstrap.clock;

import org.jspecify.annotations.NullMarked;
