/**
 * The form of every id: a prefix that names the kind, then characters that sort by time. An id,
 * once given, never changes its meaning.
 */
@NullMarked
package posthorn.domain.id;

import org.jspecify.annotations.NullMarked;
