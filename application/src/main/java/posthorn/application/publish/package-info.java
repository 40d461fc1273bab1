/**
 * Accepting events. What was answered as accepted is committed, with all its deliveries, and never
 * lost.
 */
@NullMarked
package posthorn.application.publish;

import org.jspecify.annotations.NullMarked;
