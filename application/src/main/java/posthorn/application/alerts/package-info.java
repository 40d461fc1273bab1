/**
 * Alerts and notifications: what is observed is folded into alerts, alerts and given up deliveries
 * become notices, and notices are sent. Whatever is to be told is durable together with the reason
 * for it, so that a crash neither loses nor, but for the moment of sending, repeats it.
 */
@NullMarked
package posthorn.application.alerts;

import org.jspecify.annotations.NullMarked;
