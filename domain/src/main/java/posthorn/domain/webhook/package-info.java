/** A subscribed URL with its secret, the event types it wants and how its requests are signed. */
@NullMarked
package posthorn.domain.webhook;

import org.jspecify.annotations.NullMarked;
