package posthorn.receiver;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A behaviour that people can ask for in a word. */
public record Order(String text, Behaviour behaviour) {
  public static final Order OK = new Order("ok", Behaviour.answer(200));

  /** Good, but for the first attempt of a request now and then, which is answered 500. */
  public static final Order FLAKY = new Order("flaky", OK.behaviour);

  static final Order FAIL = new Order("status=500", Behaviour.answer(500));

  /** Those besides ok and a status. */
  public static final String OTHERS = "flaky, 429, stall, drip, reset";

  /** All there are. */
  public static final String WORDS = "ok, status=500, " + OTHERS;

  private static final Pattern STATUS = Pattern.compile("status=([2-5][0-9]{2})");
  private static final Duration COME_AGAIN_IN = Duration.ofSeconds(10);
  private static final Duration DRIP = Duration.ofMillis(200);

  public static Optional<Order> parse(String text) {
    return behaviourOf(text).map(behaviour -> new Order(text, behaviour));
  }

  private static Optional<Behaviour> behaviourOf(String text) {
    return switch (text) {
      case "ok" -> Optional.of(OK.behaviour);
      case "flaky" -> Optional.of(FLAKY.behaviour);
      case "429" -> Optional.of(Behaviour.tooManyRequests(COME_AGAIN_IN));
      case "stall" -> Optional.of(Mischief.stall());
      case "drip" -> Optional.of(Mischief.drippingHead(DRIP));
      case "reset" -> Optional.of(Mischief.resetBeforeAnswer());
      default -> {
        Matcher status = STATUS.matcher(text);
        yield status.matches()
            ? Optional.of(Behaviour.answer(Integer.parseInt(status.group(1))))
            : Optional.empty();
      }
    };
  }
}
