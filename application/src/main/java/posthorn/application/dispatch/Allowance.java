package posthorn.application.dispatch;

import java.time.Instant;
import posthorn.domain.webhook.Webhook;

/**
 * How many of a webhook's due deliveries may be taken by its own rules.
 *
 * @param leaving how many may leave
 * @param turnedAway how many are put off where none may leave, so that people see why they wait;
 *     each costs a write, so they are few
 * @param roomAt when more may leave
 */
record Allowance(int leaving, int turnedAway, Instant roomAt) {
  private static final int TURNED_AWAY = 10;

  static Allowance of(Webhook webhook, Gates gates, Instant now) {
    return switch (webhook.status()) {
      case ACTIVE -> of(gates.of(webhook, now), now);
      case PAUSED -> new Allowance(0, TURNED_AWAY, now.plus(Gates.LOOK_AGAIN));
      // None leaves; all are cancelled.
      case INACTIVE -> new Allowance(Integer.MAX_VALUE, 0, now);
    };
  }

  private static Allowance of(Gate gate, Instant now) {
    int room = gate.room(now);
    return room > 0
        ? new Allowance(room, 0, now)
        : new Allowance(0, Math.min(TURNED_AWAY, gate.refusals(now)), gate.roomAt(now));
  }
}
