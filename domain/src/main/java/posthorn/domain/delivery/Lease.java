package posthorn.domain.delivery;

import java.time.Instant;

/**
 * The right of one worker to attempt a delivery, until it expires.
 *
 * @param holder the node that took it, so that a restarted node can free its own
 * @param token what tells this lease from every other; a settlement is guarded by it
 */
public record Lease(String holder, String token, Instant expiresAt) {}
