/**
 * When to leave a receiver alone because too much of what it gets fails, how to find out that it is
 * back, and how to go easy on it then. A breaker is a value: what happens is folded into it one
 * event at a time, so it can be stored between any two events and goes on as if nothing had been.
 */
@NullMarked
package posthorn.domain.circuit;

import org.jspecify.annotations.NullMarked;
