/**
 * The threads that make deliveries happen: one that claims, and a virtual one for each attempt. At
 * most as many requests are under way as configured.
 */
@NullMarked
package posthorn.bootstrap.dispatch;

import org.jspecify.annotations.NullMarked;
