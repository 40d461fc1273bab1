package posthorn.domain.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.TimedOut;
import posthorn.domain.retry.Verdict.GiveUp;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.retry.Verdict.Succeed;
import posthorn.domain.testing.Law;

class RetryPolicyTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final RetryPolicy GATEWAY = RetryPolicy.preset("gateway").orElseThrow();

  @Test
  void any_2xx_succeeds_whatever_the_attempt() {
    for (int status : new int[] {200, 201, 204, 299}) {
      assertThat(GATEWAY.judge(5, answered(status), NOW, 0)).isEqualTo(new Succeed());
    }
  }

  @Test
  void the_gateway_waits_30_s_2_m_10_m_and_1_h() {
    assertThat(delaysOf(GATEWAY))
        .containsExactly(
            Duration.ofSeconds(30),
            Duration.ofMinutes(2),
            Duration.ofMinutes(10),
            Duration.ofHours(1));
  }

  @Test
  void the_fifth_failure_is_the_gateways_last() {
    assertThat(GATEWAY.judge(5, answered(500), NOW, 0))
        .isEqualTo(new GiveUp(DeadReason.ATTEMPTS_EXHAUSTED, Failure.of(answered(500))));
  }

  @Test
  void gateway_6_also_uses_the_fifth_delay() {
    assertThat(delaysOf(RetryPolicy.preset("gateway-6").orElseThrow()))
        .hasSize(5)
        .endsWith(Duration.ofHours(1), Duration.ofHours(6));
  }

  @Test
  void the_standard_preset_has_ten_attempts() {
    assertThat(delaysOf(RetryPolicy.preset("standard").orElseThrow()))
        .containsExactly(
            Duration.ofSeconds(5),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2),
            Duration.ofHours(5),
            Duration.ofHours(10),
            Duration.ofHours(14),
            Duration.ofHours(20),
            Duration.ofHours(24));
  }

  @Test
  void every_non_2xx_and_every_silence_is_retried() {
    for (int status : new int[] {301, 400, 404, 410, 429, 500, 503}) {
      assertThat(GATEWAY.judge(1, answered(status), NOW, 0)).isInstanceOf(RetryAt.class);
    }
    assertThat(GATEWAY.judge(1, new TimedOut("late", null, Duration.ZERO), NOW, 0))
        .isInstanceOf(RetryAt.class);
  }

  @Test
  void a_list_that_is_too_short_repeats_its_last_delay() {
    var policy = policy(0, Duration.ofSeconds(1), Duration.ofSeconds(2));
    assertThat(delaysOf(policy))
        .containsExactly(
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(2),
            Duration.ofSeconds(2));
  }

  @Test
  void jitter_reaches_both_ends_of_its_band_and_no_further() {
    var schedule = new DelayList(List.of(Duration.ofSeconds(10)), 0.2);
    assertThat(schedule.delayAfter(1, 0)).isEqualTo(Duration.ofSeconds(8));
    assertThat(schedule.delayAfter(1, 0.5)).isEqualTo(Duration.ofSeconds(10));
    assertThat(schedule.delayAfter(1, Math.nextDown(1.0))).isEqualTo(Duration.ofSeconds(12));
  }

  @Test
  void a_delay_stays_in_its_band() {
    Law.holds(random -> {
      Duration delay = Duration.ofMillis(random.nextLong(100_000_000));
      double jitter = random.nextDouble();
      var schedule = new DelayList(List.of(delay), jitter);
      double actual = schedule.delayAfter(1 + random.nextInt(9), random.nextDouble()).toMillis();
      assertThat(actual)
          .isBetween(delay.toMillis() * (1 - jitter) - 1, delay.toMillis() * (1 + jitter) + 1);
    });
  }

  @Test
  void nonsense_is_refused() {
    assertThatThrownBy(() -> new RetryPolicy(0, GATEWAY.schedule()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new DelayList(List.of(), 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> policy(0, Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> policy(1, Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(RetryPolicy.preset("nonsense")).isEmpty();
  }

  private static RetryPolicy policy(double jitter, Duration... delays) {
    return new RetryPolicy(5, new DelayList(List.of(delays), jitter));
  }

  /** The waits between all attempts of a policy, with a roll that jitters by nothing. */
  private static List<Duration> delaysOf(RetryPolicy policy) {
    return java.util.stream.IntStream.range(1, policy.maxAttempts())
        .mapToObj(attempt -> policy.judge(attempt, answered(500), NOW, 0.5))
        .map(verdict -> Duration.between(NOW, ((RetryAt) verdict).at()))
        .toList();
  }

  private static AttemptOutcome answered(int status) {
    return new Answered(status, "sample", null, Duration.ZERO);
  }
}
