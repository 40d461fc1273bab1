/**
 * Which events a webhook wants, by what is in them. A filter is pure and total: whatever the event
 * holds, it matches or it doesn't; it never throws, and its cost is bounded by its own size. JSON
 * arrives as {@link posthorn.domain.filter.JsonValue}; whoever parsed it is no concern of ours.
 */
@NullMarked
package posthorn.domain.filter;

import org.jspecify.annotations.NullMarked;
