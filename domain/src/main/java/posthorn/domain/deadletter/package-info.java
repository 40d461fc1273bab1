/**
 * Dead letters, which of them are meant, and their replay in bulk. An operation covers what was
 * dead when its run started, goes through it once, and never faster than it was told to.
 */
@NullMarked
package posthorn.domain.deadletter;

import org.jspecify.annotations.NullMarked;
