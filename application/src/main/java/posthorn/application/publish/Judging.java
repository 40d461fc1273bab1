package posthorn.application.publish;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import posthorn.application.port.HeavyWork;
import posthorn.application.port.Schemas.Effort;
import posthorn.application.port.Schemas.Judgement;
import posthorn.application.port.Schemas.Judgement.GivenUp;
import posthorn.application.port.Schemas.Judgement.Judged;
import posthorn.application.port.Schemas.Schema;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.field.FieldError;
import posthorn.domain.tenant.TenantId;

/**
 * Judges the data of one request, which may have many events, within one bounded time. What takes
 * little is judged on the request's own thread, anything else as {@link HeavyWork}.
 */
final class Judging {
  /** For all data of the request; waiting does not count. */
  static final Duration MOST_TIME = Duration.ofSeconds(1);

  /** Of that on the request's thread, so that others wait no longer for its processor. */
  private static final Duration MOST_TIME_HERE = Duration.ofMillis(10);

  private static final int MOST_BYTES_HERE = 16 * 1024;
  private static final int STEPS_HERE = 20_000;
  private static final long PATTERN_STEPS_HERE = 1_000_000;

  /** Of the most values that data may have every one can be looked at about ten times. */
  private static final int STEPS = 2_000_000;

  /** A hundred times what patterns take in practice. */
  private static final long PATTERN_STEPS = 500_000_000;

  private final TypeRules rules;
  private final HeavyWork heavyWork;
  private final LongSupplier nanoTime;
  private long nanosUsed;

  Judging(TypeRules rules, HeavyWork heavyWork, LongSupplier nanoTime) {
    this.rules = rules;
    this.heavyWork = heavyWork;
    this.nanoTime = nanoTime;
  }

  /** What is wrong with the data of an event of that type; nothing, most of the time. */
  List<FieldError> violations(TenantId tenant, EventType type, JsonBytes data) {
    Optional<Schema> schema = rules.schemaOf(tenant, type);
    if (schema.isEmpty()) {
      return List.of();
    }
    Judgement judgement = judgedHere(schema.get(), data);
    return switch (judgement) {
      case Judged(List<FieldError> violations) -> violations;
      case GivenUp _ -> heavyWork.run(tenant, () -> judgedAtLength(schema.get(), data));
    };
  }

  private Judgement judgedHere(Schema schema, JsonBytes data) {
    long left = MOST_TIME_HERE.toNanos() - nanosUsed;
    return data.length() > MOST_BYTES_HERE || left <= 0
        ? new GivenUp()
        : judge(schema, data, STEPS_HERE, PATTERN_STEPS_HERE, left);
  }

  private List<FieldError> judgedAtLength(Schema schema, JsonBytes data) {
    long left = MOST_TIME.toNanos() - nanosUsed;
    if (left <= 0) {
      return outOfTime();
    }
    return switch (judge(schema, data, STEPS, PATTERN_STEPS, left)) {
      case Judged(List<FieldError> violations) -> violations;
      case GivenUp _ ->
          nanosUsed >= MOST_TIME.toNanos()
              ? outOfTime()
              : refused("takes too much work to be checked against the schema of its type");
    };
  }

  private Judgement judge(
      Schema schema, JsonBytes data, int steps, long patternSteps, long nanosLeft) {
    long start = nanoTime.getAsLong();
    var effort = new Effort(steps, patternSteps, () -> nanoTime.getAsLong() - start >= nanosLeft);
    try {
      return schema.judge(data, effort);
    } finally {
      nanosUsed += nanoTime.getAsLong() - start;
    }
  }

  private static List<FieldError> outOfTime() {
    return refused(
        "was not checked: checking the data of one request against its schemas may take %d ms in"
                .formatted(MOST_TIME.toMillis())
            + " all; send fewer events in a request, or register simpler schemas");
  }

  private static List<FieldError> refused(String message) {
    return List.of(new FieldError("data", message));
  }
}
