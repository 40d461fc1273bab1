package posthorn.bootstrap;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvent.CircuitChanged;
import posthorn.application.port.OperatorEvent.DeliveryDied;
import posthorn.application.port.OperatorEvent.DeliveryFailed;
import posthorn.domain.field.DurationText;
import posthorn.domain.signing.Verification;
import posthorn.receiver.Order;
import posthorn.receiver.Request;

/** What {@code posthorn demo} says while it runs: whole lines, none wider than a terminal. */
final class DemoLines {
  /** Of every line, without its colours. */
  static final int WIDTH = 120;

  private static final int SHORT_ID = 6;
  private static final Pattern ADDRESS = Pattern.compile("127\\.0\\.0\\.1:[0-9]+");
  private static final Pattern AT_ADDRESS = Pattern.compile(" (?:to|by|from|with) " + ADDRESS);
  private static final Pattern MILLIS = Pattern.compile("\\b([0-9]{1,9}) ms\\b");
  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

  private final Paint paint;
  private final ZoneId zone;

  DemoLines(Paint paint, ZoneId zone) {
    this.paint = paint;
    this.zone = zone;
  }

  /** The receiver got a request, and does with it what it was ordered to. */
  String received(Request request, Verification signature, Order order, Instant at) {
    boolean isValid = signature instanceof Verification.Valid;
    String seal = isValid ? paint.good("signature valid") : paint.bad("signature WRONG");
    String what = doing(order);
    return start(request.header("X-Webhook-Delivery").orElse("?"), at)
        + String.format(
            Locale.ROOT,
            "%-13s attempt %s  ",
            cut(request.header("X-Webhook-Event").orElse("?"), 36),
            cut(request.header("X-Webhook-Attempt").orElse("?"), 3))
        + seal
        + "  "
        + (order.text().equals(Order.OK.text()) ? paint.good(what) : paint.bad(what));
  }

  /** What became of it, where that is worth a line. */
  Optional<String> announced(OperatorEvent event) {
    return switch (event) {
      case DeliveryFailed failed ->
          Optional.of(
              start(failed.delivery().value(), failed.at())
                  + paint.warning(
                      cut(plain(failed.failure().message()), 68)
                          + "; will be tried again in "
                          + seconds(failed.at(), failed.nextRetryAt())));
      case DeliveryDied died ->
          Optional.of(
              start(died.delivery().value(), died.at())
                  + paint.bad(
                      "is dead after " + died.attempt() + " attempts; GET /v1/dlq lists it"));
      case CircuitChanged changed -> Optional.of(at(changed.at()) + paint.strong(said(changed)));
      default -> Optional.empty();
    };
  }

  private static String said(CircuitChanged changed) {
    return switch (changed.to()) {
      case OPEN -> "circuit opened: deliveries wait until a probe succeeds";
      case HALF_OPEN -> "circuit half-open: sending probes";
      case CLOSED -> "circuit closed: waiting deliveries are sent again";
    };
  }

  private static String doing(Order order) {
    return switch (order.text()) {
      case "ok" -> "answers 200";
      case "429" -> "answers 429, Retry-After 10 s";
      case "stall" -> "stalls: no answer at all";
      case "drip" -> "drips: an answer without end";
      case "reset" -> "hangs up";
      default -> "answers " + order.text().substring(order.text().indexOf('=') + 1);
    };
  }

  private String start(String id, Instant at) {
    String end = id.substring(Math.max(0, id.length() - SHORT_ID));
    return at(at) + paint.faint("\u2026" + end) + "  ";
  }

  private String at(Instant at) {
    return paint.faint(CLOCK.format(at.atZone(zone))) + "  ";
  }

  private static String seconds(Instant from, Instant to) {
    Duration wait = Duration.between(from, to);
    return spelled(Duration.ofSeconds(Math.max(1, Math.round(wait.toMillis() / 1000.0))));
  }

  private static String spelled(Duration duration) {
    return DurationText.of(duration).replaceFirst("(?=[a-z])", " ");
  }

  /** There is one receiver, so its address says nothing; the cause is what counts. */
  private static String plain(String message) {
    String nameless = ADDRESS.matcher(AT_ADDRESS.matcher(message).replaceAll("")).replaceAll("it");
    return MILLIS
        .matcher(nameless)
        .replaceAll(found -> spelled(Duration.ofMillis(Long.parseLong(found.group(1)))));
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "\u2026";
  }
}
