/**
 * One event for one webhook: the unit that is retried, dies and is replayed. A delivery is in
 * exactly one state, and only the transitions written here change it.
 */
@NullMarked
package posthorn.domain.delivery;

import org.jspecify.annotations.NullMarked;
