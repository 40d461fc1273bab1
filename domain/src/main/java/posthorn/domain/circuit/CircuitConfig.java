package posthorn.domain.circuit;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.field.FieldError;

/**
 * When a circuit opens and how it closes again.
 *
 * @param errorThresholdPercentage how much of the window's calls has to fail, at least
 * @param minimumThroughput how many calls the window has to have, at least
 * @param windowSize how far back calls count
 * @param sleepWindow how long it is left open before probes leave
 * @param halfOpenMaxCalls how many probes decide
 * @param forceOpenUntil keeps it open until then, from the moment this is configured
 */
public record CircuitConfig(
    boolean enabled,
    int errorThresholdPercentage,
    int minimumThroughput,
    Duration windowSize,
    Duration sleepWindow,
    int halfOpenMaxCalls,
    @Nullable Instant forceOpenUntil) {

  private static final long MAX_THROUGHPUT = 1_000_000;
  private static final long MAX_PROBES = 100;
  private static final long DAY = Duration.ofDays(1).toMillis();

  public static final CircuitConfig DEFAULT =
      new CircuitConfig(true, 50, 10, Duration.ofSeconds(60), Duration.ofSeconds(30), 3, null);

  public CircuitConfig {
    forceOpenUntil = forceOpenUntil == null ? null : forceOpenUntil.truncatedTo(ChronoUnit.MILLIS);
    var written =
        new Written(
            enabled,
            (long) errorThresholdPercentage,
            (long) minimumThroughput,
            windowSize.toMillis(),
            sleepWindow.toMillis(),
            (long) halfOpenMaxCalls,
            forceOpenUntil);
    List<FieldError> errors = written.errors("circuit_breaker_config");
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException(errors.toString());
    }
  }

  /** The object as a person wrote it; null is what was left out. */
  public record Written(
      @Nullable Boolean enabled,
      @Nullable Long errorThresholdPercentage,
      @Nullable Long minimumThroughput,
      @Nullable Long windowSizeMs,
      @Nullable Long sleepWindowMs,
      @Nullable Long halfOpenMaxCalls,
      @Nullable Instant forceOpenUntil) {

    private List<FieldError> errors(String path) {
      var errors = new ArrayList<FieldError>();
      check(errors, path + ".error_threshold_percentage", errorThresholdPercentage, 100);
      check(errors, path + ".minimum_throughput", minimumThroughput, MAX_THROUGHPUT);
      check(errors, path + ".window_size_ms", windowSizeMs, DAY);
      check(errors, path + ".sleep_window_ms", sleepWindowMs, DAY);
      check(errors, path + ".half_open_max_calls", halfOpenMaxCalls, MAX_PROBES);
      return errors;
    }

    private static void check(
        List<FieldError> errors, String field, @Nullable Long value, long max) {
      if (value != null && (value < 1 || value > max)) {
        errors.add(new FieldError(field, "must be between 1 and " + max));
      }
    }
  }

  /** What came of reading a configuration. */
  public sealed interface Parsed {
    record Valid(CircuitConfig config) implements Parsed {}

    record Invalid(List<FieldError> errors) implements Parsed {
      public Invalid {
        errors = List.copyOf(errors);
      }
    }
  }

  /**
   * Reads what a person wrote; what was left out is as in {@link #DEFAULT}.
   *
   * @param path where the object stands: {@code circuit_breaker_config}
   */
  public static Parsed parse(String path, Written written) {
    List<FieldError> errors = written.errors(path);
    if (!errors.isEmpty()) {
      return new Parsed.Invalid(errors);
    }
    return new Parsed.Valid(
        new CircuitConfig(
            written.enabled == null ? DEFAULT.enabled : written.enabled,
            number(written.errorThresholdPercentage, DEFAULT.errorThresholdPercentage),
            number(written.minimumThroughput, DEFAULT.minimumThroughput),
            millis(written.windowSizeMs, DEFAULT.windowSize),
            millis(written.sleepWindowMs, DEFAULT.sleepWindow),
            number(written.halfOpenMaxCalls, DEFAULT.halfOpenMaxCalls),
            written.forceOpenUntil));
  }

  /** Whether this configuration, taken up now, opens the circuit. */
  boolean forcesOpen(Instant now) {
    return forceOpenUntil != null && now.isBefore(forceOpenUntil);
  }

  private static int number(@Nullable Long written, int otherwise) {
    return written == null ? otherwise : Math.toIntExact(written);
  }

  private static Duration millis(@Nullable Long written, Duration otherwise) {
    return written == null ? otherwise : Duration.ofMillis(written);
  }
}
