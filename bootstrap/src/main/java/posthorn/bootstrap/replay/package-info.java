/** The thread that runs bulk replays of dead letters, one step after another. */
@NullMarked
package posthorn.bootstrap.replay;

import org.jspecify.annotations.NullMarked;
