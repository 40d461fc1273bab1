/**
 * In which order a webhook's deliveries leave. Deliveries that share a lane leave one after
 * another, in the order in which their events were accepted, whatever their priority; those in
 * different lanes, or in none, don't wait for each other. A lane lies within one webhook.
 */
@NullMarked
package posthorn.domain.ordering;

import org.jspecify.annotations.NullMarked;
