/**
 * What many attempts and deliveries add up to. Tallies can be added to one another in any order, so
 * a store may keep them by the minute and sum them up for whatever is asked.
 */
@NullMarked
package posthorn.domain.statistics;

import org.jspecify.annotations.NullMarked;
