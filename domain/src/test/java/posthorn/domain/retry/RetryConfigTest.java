package posthorn.domain.retry;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import posthorn.domain.field.FieldError;
import posthorn.domain.retry.RetryConfig.Parsed;
import posthorn.domain.retry.RetryConfig.Written;

class RetryConfigTest {
  private static final Written NOTHING = new Written(null, null, null, null, null, null);

  @Test
  void what_is_left_out_is_as_in_s2() {
    assertThat(RetryConfig.parse("retry_config", NOTHING))
        .isEqualTo(
            new Parsed.Valid(
                new RetryConfig(
                    5, ofSeconds(1), ofSeconds(300), 2.0, new TimeoutPolicy(ofSeconds(30), 1.0))));
  }

  @Test
  void what_is_written_is_taken() {
    RetryConfig config = valid(new Written(7L, 100L, 5_000L, 3.0, 2_000L, 1.5));
    assertThat(config)
        .isEqualTo(
            new RetryConfig(
                7, ofMillis(100), ofSeconds(5), 3.0, new TimeoutPolicy(ofSeconds(2), 1.5)));
    RetryPolicy policy = config.policy(RetryOn.CLASSIFIED);
    assertThat(policy.maxAttempts()).isEqualTo(7);
    assertThat(policy.retryOn()).isEqualTo(RetryOn.CLASSIFIED);
    assertThat(policy.schedule().delays().after(1)).isEqualTo(ofMillis(300));
    assertThat(policy.schedule().delays().after(2)).isEqualTo(ofMillis(900));
    assertThat(policy.schedule().delays().after(9)).isEqualTo(ofSeconds(5));
  }

  @Test
  void a_first_wait_beyond_the_longest_is_the_longest() {
    assertThat(valid(new Written(null, 4_000L, 5_000L, 2.0, null, null)).schedule().delays())
        .isEqualTo(new ExponentialDelays(ofSeconds(5), 2, ofSeconds(5)));
  }

  @ParameterizedTest
  @CsvSource({
    "max_attempts, 0, 1, 100, 101",
    "base_delay_ms, 0, 1, 86400000, 86400001",
    "max_delay_ms, 0, 1000, 86400000, 86400001",
    "backoff_multiplier, 0.99, 1, 10, 10.01",
    "timeout_ms, 0, 1, 120000, 120001",
    "timeout_growth_factor, 0.99, 1, 10, 10.01",
  })
  void a_field_has_its_bounds(
      String field, double tooLow, double lowest, double highest, double tooHigh) {
    for (double wrong : new double[] {tooLow, tooHigh}) {
      assertThat(RetryConfig.parse("retry_config", with(field, wrong)))
          .isInstanceOfSatisfying(
              Parsed.Invalid.class,
              invalid ->
                  assertThat(invalid.errors())
                      .extracting(FieldError::field)
                      .containsExactly("retry_config." + field));
    }
    for (double right : new double[] {lowest, highest}) {
      assertThat(RetryConfig.parse("retry_config", with(field, right)))
          .isInstanceOf(Parsed.Valid.class);
    }
  }

  @Test
  void every_field_error_is_named_at_once() {
    assertThat(RetryConfig.parse("c", new Written(0L, 0L, 0L, Double.NaN, 0L, 0.0)))
        .isInstanceOfSatisfying(
            Parsed.Invalid.class, invalid -> assertThat(invalid.errors()).hasSize(6));
    assertThat(RetryConfig.parse("c", new Written(null, 5L, 4L, null, null, null)))
        .isInstanceOfSatisfying(
            Parsed.Invalid.class,
            invalid ->
                assertThat(invalid.errors())
                    .containsExactly(
                        new FieldError("c.max_delay_ms", "must not be below base_delay_ms")));
    assertThat(valid(new Written(null, 5L, 5L, null, null, null)).maxDelay())
        .isEqualTo(ofMillis(5));
  }

  @Test
  void a_timeout_grows_with_each_attempt_to_three_times_its_first() {
    var timeout = new TimeoutPolicy(ofSeconds(10), 1.5);
    assertThat(timeout.forAttempt(1)).isEqualTo(ofSeconds(10));
    assertThat(timeout.forAttempt(2)).isEqualTo(ofSeconds(15));
    assertThat(timeout.forAttempt(3)).isEqualTo(ofMillis(22_500));
    assertThat(timeout.forAttempt(4)).isEqualTo(ofSeconds(30));
    assertThat(timeout.forAttempt(Integer.MAX_VALUE)).isEqualTo(ofSeconds(30));
    assertThat(timeout.longest()).isEqualTo(ofSeconds(30));
    assertThat(TimeoutPolicy.of(ofSeconds(10)).forAttempt(9)).isEqualTo(ofSeconds(10));
    assertThat(TimeoutPolicy.of(ofSeconds(10)).longest()).isEqualTo(ofSeconds(10));
  }

  @Test
  void a_timeout_of_nothing_or_that_shrinks_is_refused() {
    assertThatThrownBy(() -> TimeoutPolicy.of(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    for (double factor : new double[] {0.5, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new TimeoutPolicy(ofSeconds(1), factor))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** The field with that value, and beside it only what keeps the longest wait above the base. */
  private static Written with(String field, double value) {
    var fields = new HashMap<String, @Nullable Double>();
    fields.put("base_delay_ms", field.equals("max_delay_ms") ? 1.0 : null);
    fields.put("max_delay_ms", field.equals("base_delay_ms") ? 86_400_000.0 : null);
    fields.put(field, value);
    return new Written(
        whole(fields.get("max_attempts")),
        whole(fields.get("base_delay_ms")),
        whole(fields.get("max_delay_ms")),
        fields.get("backoff_multiplier"),
        whole(fields.get("timeout_ms")),
        fields.get("timeout_growth_factor"));
  }

  private static @Nullable Long whole(@Nullable Double value) {
    return value == null ? null : value.longValue();
  }

  private static RetryConfig valid(Written written) {
    return ((Parsed.Valid) RetryConfig.parse("retry_config", written)).config();
  }
}
