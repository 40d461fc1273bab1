package posthorn.domain.alert;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * When to alert whom.
 *
 * @param hold for how long the condition has to be met without a break before the alert fires
 * @param clear for how long it has to be unmet without a break before the alert resolves; what
 *     flaps faster than that is one alert
 */
public record AlertRule(
    String name,
    Severity severity,
    Set<Audience> audience,
    Condition condition,
    Duration hold,
    Duration clear) {
  static final Duration LONGEST = Duration.ofDays(30);

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,63}");

  public AlertRule {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("not a rule's name: " + name);
    }
    if (audience.isEmpty()) {
      throw new IllegalArgumentException("nobody would hear of " + name);
    }
    if (audience.contains(Audience.OWNER) && condition.metric().scope() != Scope.WEBHOOK) {
      throw new IllegalArgumentException("only a webhook has an owner: " + name);
    }
    durationRefusal(hold)
        .or(() -> durationRefusal(clear))
        .ifPresent(reason -> {
          throw new IllegalArgumentException("a duration " + reason);
        });
    audience = Set.copyOf(audience);
  }

  static Optional<String> durationRefusal(Duration duration) {
    return duration.isNegative() || duration.compareTo(LONGEST) > 0
        ? Optional.of("must be from 0 to " + LONGEST.toDays() + " days")
        : Optional.empty();
  }

  public Scope scope() {
    return condition.metric().scope();
  }
}
