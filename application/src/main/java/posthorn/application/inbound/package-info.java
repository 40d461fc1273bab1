/**
 * Webhooks that others send to us: who they are, where their messages go, and what becomes of each.
 * What was answered as accepted is committed, with the event that it became, and never lost.
 */
@NullMarked
package posthorn.application.inbound;

import org.jspecify.annotations.NullMarked;
