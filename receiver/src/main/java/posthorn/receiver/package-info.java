/**
 * A receiver of webhooks whose behaviour is a value, good or bad: tests let the sender meet it, and
 * the demo shows what the server makes of it. It knows nothing of the product, and reads no clock.
 */
@NullMarked
package posthorn.receiver;

import org.jspecify.annotations.NullMarked;
