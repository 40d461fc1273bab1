/**
 * Webhooks that others send to us: how each kind of sender signs and names its messages, which
 * event type a message has, and which route it takes. All of it is data and pure functions of one
 * message; a message that nothing here can name or route is kept, never refused for that.
 */
@NullMarked
package posthorn.domain.inbound;

import org.jspecify.annotations.NullMarked;
