package posthorn.domain.retry;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.RetryForecast.Wait;
import posthorn.domain.retry.Verdict.GiveUp;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.testing.Law;

class RetryForecastTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final AttemptOutcome FAILED =
      new Answered(500, Map.of(), "sample", null, Duration.ZERO);

  @Test
  void the_gateways_four_waits_are_exact_and_end_after_71_minutes_and_more() {
    RetryForecast forecast = RetryForecast.of(RetryPreset.GATEWAY.policy());

    assertThat(forecast.waits())
        .containsExactly(
            exact(1, ofSeconds(30)),
            exact(2, ofMinutes(2)),
            exact(3, ofMinutes(10)),
            exact(4, ofHours(1)));
    assertThat(forecast.givenUpAtLeast()).isEqualTo(ofSeconds(30 + 120 + 600 + 3600));
    assertThat(forecast.givenUpAtMost()).isEqualTo(forecast.givenUpAtLeast());
  }

  @Test
  void jitter_is_a_band_around_each_wait() {
    RetryForecast forecast = RetryForecast.of(RetryPreset.STANDARD.policy());

    assertThat(forecast.waits()).hasSize(9);
    assertThat(forecast.waits().getFirst())
        .isEqualTo(new Wait(1, ofSeconds(5), ofSeconds(4), ofSeconds(6)));
    assertThat(forecast.waits().getLast())
        .isEqualTo(
            new Wait(9, ofHours(24), ofHours(24).multipliedBy(4).dividedBy(5), ofMinutes(1728)));
    Duration all = sum(forecast.waits().stream().map(Wait::delay));
    assertThat(forecast.givenUpAtLeast()).isEqualTo(all.multipliedBy(4).dividedBy(5));
    assertThat(forecast.givenUpAtMost()).isEqualTo(all.multipliedBy(6).dividedBy(5));
  }

  @Test
  void exponential_waits_grow_to_the_longest() {
    assertThat(RetryForecast.of(RetryPreset.TENANT.policy().withMaxAttempts(10)).waits())
        .extracting(Wait::delay)
        .extracting(Duration::toSeconds)
        .containsExactly(30L, 60L, 120L, 240L, 480L, 960L, 1920L, 3600L, 3600L);
  }

  @Test
  void a_list_of_delays_repeats_its_last() {
    assertThat(RetryForecast.of(exactly(5, ofSeconds(1), ofMinutes(1))).waits())
        .containsExactly(
            exact(1, ofSeconds(1)),
            exact(2, ofMinutes(1)),
            exact(3, ofMinutes(1)),
            exact(4, ofMinutes(1)));
  }

  @Test
  void a_list_that_is_longer_than_needed_is_not_used_up() {
    assertThat(RetryForecast.of(exactly(2, ofSeconds(1), ofSeconds(2), ofSeconds(3))).waits())
        .containsExactly(exact(1, ofSeconds(1)));
  }

  @Test
  void with_one_attempt_there_is_nothing_to_wait_for() {
    assertThat(RetryForecast.of(exactly(1, ofSeconds(1))))
        .isEqualTo(new RetryForecast(List.of(), ZERO, ZERO));
  }

  @Test
  void a_wait_that_ends_after_the_longest_age_is_not_begun() {
    RetryPolicy policy = exactly(100, ofMinutes(10), ofHours(1)).withMaxAge(ofHours(2));

    RetryForecast forecast = RetryForecast.of(policy);

    assertThat(forecast.waits()).containsExactly(exact(1, ofMinutes(10)), exact(2, ofHours(1)));
    assertThat(forecast.givenUpAtLeast()).isEqualTo(ofMinutes(70));
    assertThat(forecast.givenUpAtMost()).isEqualTo(ofMinutes(70));
    assertThat(RetryForecast.of(policy.withMaxAge(ofSeconds(1))))
        .isEqualTo(new RetryForecast(List.of(), ZERO, ZERO));
  }

  @Test
  void where_chance_decides_whether_another_wait_is_too_long_the_band_has_both() {
    var schedule = new BackoffSchedule(new DelayList(List.of(ofSeconds(100))), 0.2, Map.of());
    RetryPolicy policy = new RetryPolicy(9, schedule, RetryOn.ALL).withMaxAge(ofSeconds(190));

    RetryForecast forecast = RetryForecast.of(policy);

    assertThat(forecast.waits())
        .containsExactly(
            new Wait(1, ofSeconds(100), ofSeconds(80), ofSeconds(120)),
            new Wait(2, ofSeconds(100), ofSeconds(80), ofSeconds(110)));
    assertThat(forecast.givenUpAtLeast()).isEqualTo(ofSeconds(80));
    assertThat(forecast.givenUpAtMost()).isEqualTo(ofSeconds(190));
  }

  @Test
  void every_delivery_that_always_fails_keeps_to_the_forecast() {
    Law.holds(random -> {
      RetryPolicy policy = anyPolicy(random);
      RetryForecast forecast = RetryForecast.of(policy);
      for (int i = 0; i < 20; i++) {
        followsTo(policy, forecast, random);
      }
    });
  }

  private static void followsTo(RetryPolicy policy, RetryForecast forecast, Random random) {
    Instant now = START;
    for (int attempt = 1; ; attempt++) {
      switch (policy.judge(attempt, FAILED, START, now, roll(random))) {
        case RetryAt(Instant next, _) -> {
          Wait wait = forecast.waits().get(attempt - 1);
          Duration waited = Duration.between(now, next);
          assertThat(wait.afterAttempt()).isEqualTo(attempt);
          assertThat(waited).isBetween(wait.atLeast(), wait.atMost());
          assertThat(wait.delay()).isBetween(wait.atLeast(), wait.atMost());
          now = next;
        }
        case GiveUp _ -> {
          assertThat(Duration.between(START, now))
              .isBetween(forecast.givenUpAtLeast(), forecast.givenUpAtMost())
              .isLessThanOrEqualTo(policy.maxAge());
          return;
        }
        case Verdict.Succeed() -> throw new AssertionError("it failed");
      }
    }
  }

  /** Both ends of the band more often than not. */
  private static double roll(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> 0;
      case 1 -> Math.nextDown(1.0);
      default -> random.nextDouble();
    };
  }

  private static RetryPolicy anyPolicy(Random random) {
    Delays delays =
        random.nextBoolean()
            ? new DelayList(
                random
                    .longs(1 + random.nextInt(9), 0, 100_000)
                    .mapToObj(Duration::ofMillis)
                    .toList())
            : new ExponentialDelays(
                ofMillis(random.nextInt(10_000)),
                1 + random.nextDouble() * 9,
                ofMillis(10_000 + random.nextInt(1_000_000)));
    double jitter = random.nextBoolean() ? 0 : random.nextDouble();
    return new RetryPolicy(
            1 + random.nextInt(12), new BackoffSchedule(delays, jitter, Map.of()), RetryOn.ALL)
        .withMaxAge(random.nextBoolean() ? ofDays(365) : ofMillis(1 + random.nextInt(600_000)));
  }

  private static RetryPolicy exactly(int attempts, Duration... delays) {
    return new RetryPolicy(
        attempts, BackoffSchedule.exactly(new DelayList(List.of(delays))), RetryOn.ALL);
  }

  private static Wait exact(int attempt, Duration delay) {
    return new Wait(attempt, delay, delay, delay);
  }

  private static Duration sum(Stream<Duration> durations) {
    return durations.reduce(ZERO, Duration::plus);
  }
}
