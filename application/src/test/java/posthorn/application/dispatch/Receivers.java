package posthorn.application.dispatch;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import posthorn.application.port.ClaimedDelivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.Blocked;
import posthorn.domain.retry.AttemptOutcome.TimedOut;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Withdrawn;
import posthorn.domain.webhook.WebhookId;

/** Those that the requests are for: each in a mode that changes, and none of them reliable. */
final class Receivers {
  private static final String ADDRESS = "192.0.2.1";

  /** How a receiver is at the moment. */
  enum Mode {
    UP,
    SLOW,
    REFUSING,
    FAILING,
    BUSY,
    SILENT,
    FLAPPING,
    ABORTING,
    BLOCKED,
    CROWDED,
    GONE
  }

  private final Random random;
  private final Duration timeout;
  private final Map<WebhookId, Mode> modes = new HashMap<>();
  private final Set<DeliveryId> accepted = new HashSet<>();

  Receivers(Random random, Duration timeout) {
    this.random = random;
    this.timeout = timeout;
  }

  /** Puts it into some mode; which. */
  Mode change(WebhookId webhook) {
    Mode[] all = Mode.values();
    // A receiver that is gone for good ends the fun, so it is rarer than the rest.
    int some = random.nextInt(4) == 0 ? all.length : all.length - 1;
    Mode mode = random.nextInt(3) == 0 ? Mode.UP : all[random.nextInt(some)];
    modes.put(webhook, mode);
    return mode;
  }

  void recover() {
    modes.clear();
  }

  AttemptOutcome answer(WebhookId webhook) {
    return switch (modes.getOrDefault(webhook, Mode.UP)) {
      case UP -> answer(200, Map.of(), millis(200));
      case SLOW -> answer(204, Map.of(), millis(timeout.toMillis()));
      case REFUSING ->
          new Unreachable(Unreachable.Trouble.REFUSED, "refused", ADDRESS, Duration.ofMillis(1));
      case FAILING -> answer(500, Map.of(), millis(100));
      case BUSY ->
          answer(429, Map.of("retry-after", Integer.toString(random.nextInt(20))), millis(20));
      case SILENT -> new TimedOut(TimedOut.Phase.ANSWER, "no answer", ADDRESS, timeout);
      case FLAPPING -> answer(random.nextBoolean() ? 200 : 503, Map.of(), millis(1_000));
      case ABORTING ->
          answer(
              500,
              random.nextBoolean() ? Map.of() : Map.of("webhook-delivery", "abort-message"),
              millis(20));
      case BLOCKED -> new Blocked("not there", ADDRESS, Duration.ZERO);
      case CROWDED -> new Withdrawn(Withdrawn.Cause.NO_CONNECTION, timeout);
      case GONE -> answer(random.nextInt(4) == 0 ? 410 : 404, Map.of(), millis(20));
    };
  }

  private static AttemptOutcome answer(int status, Map<String, String> headers, Duration took) {
    return new Answered(status, headers, "", ADDRESS, took);
  }

  private Duration millis(long most) {
    return Duration.ofMillis(1 + random.nextLong(most));
  }

  /** A request has reached its receiver, whatever becomes of those who sent it. */
  void reached(ClaimedDelivery claimed, AttemptOutcome outcome) {
    if (outcome instanceof Answered answered && answered.accepted()) {
      accepted.add(claimed.delivery().id());
    }
  }

  boolean accepted(DeliveryId delivery) {
    return accepted.contains(delivery);
  }
}
