package posthorn.domain.retry;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static posthorn.domain.retry.FailureCategory.DNS;
import static posthorn.domain.retry.FailureCategory.RATE_LIMIT;
import static posthorn.domain.retry.FailureCategory.SERVER_ERROR;
import static posthorn.domain.retry.FailureCategory.TIMEOUT;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import posthorn.domain.testing.Law;

class BackoffScheduleTest {
  private static final double NO_JITTER = 0.5;

  @Test
  void a_list_that_is_too_short_repeats_its_last_delay() {
    var list = new DelayList(List.of(ofSeconds(1), ofSeconds(2)));
    assertThat(List.of(list.after(1), list.after(2), list.after(3), list.after(99)))
        .containsExactly(ofSeconds(1), ofSeconds(2), ofSeconds(2), ofSeconds(2));
  }

  @Test
  void a_list_may_have_100_delays_of_30_days_or_none() {
    var longest = new DelayList(Collections.nCopies(100, Duration.ofDays(30)));
    assertThat(longest.after(100)).isEqualTo(Duration.ofDays(30));
    assertThat(new DelayList(List.of(Duration.ZERO)).after(1)).isZero();
  }

  @Test
  void exponential_delays_grow_until_the_longest_and_never_run_over() {
    var delays = new ExponentialDelays(ofMillis(100), 1.5, ofSeconds(1));
    assertThat(delays.after(1)).isEqualTo(ofMillis(100));
    assertThat(delays.after(2)).isEqualTo(ofMillis(150));
    assertThat(delays.after(3)).isEqualTo(ofMillis(225));
    assertThat(delays.after(7)).isEqualTo(ofSeconds(1));
    assertThat(delays.after(Integer.MAX_VALUE)).isEqualTo(ofSeconds(1));
    assertThat(new ExponentialDelays(ofSeconds(2), 1, ofSeconds(2)).after(5))
        .isEqualTo(ofSeconds(2));
  }

  @Test
  void jitter_reaches_both_ends_of_its_band_and_no_further() {
    var schedule = new BackoffSchedule(new DelayList(List.of(ofSeconds(10))), 0.2, Map.of());
    assertThat(schedule.delayAfter(1, SERVER_ERROR, 0)).isEqualTo(ofSeconds(8));
    assertThat(schedule.delayAfter(1, SERVER_ERROR, NO_JITTER)).isEqualTo(ofSeconds(10));
    assertThat(schedule.delayAfter(1, SERVER_ERROR, Math.nextDown(1.0))).isEqualTo(ofSeconds(12));
  }

  @Test
  void rate_limit_waits_60_s_dns_5_s_and_timeout_2_s_at_least() {
    var written = new RetryConfig.Written(null, 100L, null, null, null, null);
    BackoffSchedule consensus =
        ((RetryConfig.Parsed.Valid) RetryConfig.parse("c", written)).config().schedule();
    assertThat(consensus.delayAfter(1, RATE_LIMIT, NO_JITTER)).isEqualTo(ofSeconds(60));
    assertThat(consensus.delayAfter(1, DNS, NO_JITTER)).isEqualTo(ofSeconds(5));
    assertThat(consensus.delayAfter(1, TIMEOUT, NO_JITTER)).isEqualTo(ofSeconds(2));
    assertThat(consensus.delayAfter(1, SERVER_ERROR, NO_JITTER)).isEqualTo(ofMillis(200));
    // A longer wait stays as it is, and the jitter comes last.
    assertThat(consensus.delayAfter(6, TIMEOUT, NO_JITTER)).isEqualTo(ofMillis(6_400));
    assertThat(consensus.delayAfter(1, RATE_LIMIT, 0)).isEqualTo(ofSeconds(45));
  }

  @Test
  void the_gateway_knows_no_least_waits() {
    BackoffSchedule gateway = RetryPreset.GATEWAY.policy().schedule();
    assertThat(gateway.delayAfter(1, RATE_LIMIT, NO_JITTER)).isEqualTo(ofSeconds(30));
  }

  @Test
  void backoff_is_monotone_and_in_its_band() {
    Law.holds(random -> {
      BackoffSchedule schedule = anySchedule(random);
      Duration before = Duration.ZERO;
      for (int attempt = 1; attempt <= 20; attempt++) {
        Duration middle = schedule.delayAfter(attempt, SERVER_ERROR, NO_JITTER);
        assertThat(middle).isGreaterThanOrEqualTo(before);
        double actual = schedule.delayAfter(attempt, SERVER_ERROR, random.nextDouble()).toMillis();
        assertThat(actual)
            .isBetween(
                middle.toMillis() * (1 - schedule.jitter()) - 1,
                middle.toMillis() * (1 + schedule.jitter()) + 1);
        before = middle;
      }
    });
  }

  @Test
  void nonsense_is_refused() {
    assertRefused(() -> new DelayList(List.of()));
    assertRefused(() -> new DelayList(List.of(ofSeconds(-1))));
    assertRefused(() -> new DelayList(List.of(Duration.ofDays(30).plusMillis(1))));
    assertRefused(() -> new DelayList(Collections.nCopies(101, ofSeconds(1))));
    assertRefused(() -> new ExponentialDelays(ofSeconds(-1), 2, ofSeconds(2)));
    assertRefused(() -> new ExponentialDelays(ofSeconds(3), 2, ofSeconds(2)));
    assertRefused(() -> new ExponentialDelays(ofSeconds(1), 0.9, ofSeconds(2)));
    assertRefused(() -> new ExponentialDelays(ofSeconds(1), Double.NaN, ofSeconds(2)));
    assertRefused(
        () -> new ExponentialDelays(ofSeconds(1), Double.POSITIVE_INFINITY, ofSeconds(2)));
    for (double jitter : new double[] {-0.1, 1, Double.NaN}) {
      assertRefused(
          () -> new BackoffSchedule(new DelayList(List.of(ofSeconds(1))), jitter, Map.of()));
    }
  }

  private static BackoffSchedule anySchedule(Random random) {
    Delays delays =
        random.nextBoolean()
            ? new DelayList(
                random
                    .longs(1 + random.nextInt(9), 0, 100_000_000)
                    .sorted()
                    .mapToObj(Duration::ofMillis)
                    .toList())
            : new ExponentialDelays(
                ofMillis(random.nextInt(10_000)),
                1 + random.nextDouble() * 9,
                ofMillis(10_000 + random.nextInt(100_000_000)));
    return new BackoffSchedule(delays, random.nextDouble(), Map.of());
  }

  private static void assertRefused(ThrowingCallable made) {
    assertThatThrownBy(made).isInstanceOf(IllegalArgumentException.class);
  }
}
