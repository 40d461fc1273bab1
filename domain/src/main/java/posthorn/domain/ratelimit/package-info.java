/**
 * How many requests may leave in a time. Whatever the order of the questions, no span of time sees
 * more requests than the burst and what the rate adds in that span; the arithmetic is in whole
 * numbers, so nothing is lost or won by rounding.
 */
@NullMarked
package posthorn.domain.ratelimit;

import org.jspecify.annotations.NullMarked;
