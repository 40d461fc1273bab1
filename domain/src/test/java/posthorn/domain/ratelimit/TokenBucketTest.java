package posthorn.domain.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import posthorn.domain.ratelimit.TokenBucket.Answer.Taken;
import posthorn.domain.ratelimit.TokenBucket.Answer.Wait;
import posthorn.domain.testing.Law;

class TokenBucketTest {
  private static final Instant T0 = Instant.parse("2025-03-01T12:00:00Z");

  @Test
  void the_burst_leaves_at_once_and_the_next_waits_for_a_token() {
    var bucket = TokenBucket.full(new RateLimit(100, 3), T0);
    assertThat(bucket.available(T0)).isEqualTo(3);
    for (int i = 0; i < 3; i++) {
      bucket = taken(bucket, T0);
    }
    assertThat(bucket.available(T0)).isZero();
    assertThat(bucket.take(T0)).isEqualTo(new Wait(T0.plusMillis(600), bucket));
  }

  @Test
  void a_token_is_there_at_its_millisecond_and_not_one_before() {
    var empty = empty(new RateLimit(7, 1), T0);
    // 60 000 / 7 is 8 571.4 ms.
    assertThat(empty.take(T0.plusMillis(8_571))).isInstanceOf(Wait.class);
    assertThat(empty.take(T0.plusMillis(8_572))).isInstanceOf(Taken.class);
    assertThat(((Wait) empty.take(T0)).until()).isEqualTo(T0.plusMillis(8_572));
  }

  @Test
  void it_says_when_there_is_one_more() {
    var full = TokenBucket.full(RateLimit.perMinute(60), T0);
    assertThat(full.nextAt(T0)).isEqualTo(T0);

    var bucket = taken(taken(full, T0), T0);
    assertThat(bucket.nextAt(T0)).isEqualTo(T0.plusSeconds(1));
    assertThat(bucket.nextAt(T0.plusMillis(400))).isEqualTo(T0.plusSeconds(1));
    assertThat(bucket.nextAt(T0.plusMillis(1_000))).isEqualTo(T0.plusSeconds(2));
    assertThat(bucket.available(bucket.nextAt(T0))).isEqualTo(bucket.available(T0) + 1);
  }

  @Test
  void what_is_left_of_a_millisecond_is_not_lost() {
    var bucket = empty(new RateLimit(7, 2), T0);
    for (int i = 1; i <= 7; i++) {
      Instant until = ((Wait) bucket.take(bucket.countedAt())).until();
      assertThat(until).isEqualTo(T0.plusMillis(Math.ceilDiv(60_000 * i, 7)));
      bucket = taken(bucket, until);
    }
    assertThat(bucket).isEqualTo(empty(new RateLimit(7, 2), T0.plusSeconds(60)));
  }

  @Test
  void a_bucket_never_holds_more_than_its_burst() {
    var empty = empty(new RateLimit(60, 5), T0);
    assertThat(empty.available(T0.plusMillis(4_999))).isEqualTo(4);
    assertThat(empty.available(T0.plusMillis(5_000))).isEqualTo(5);
    assertThat(empty.available(T0.plus(Duration.ofDays(365_000)))).isEqualTo(5);
  }

  @Test
  void asking_for_nothing_changes_nothing() {
    var bucket = empty(new RateLimit(60, 5), T0);
    assertThat(((Wait) bucket.take(T0)).next()).isEqualTo(bucket);
    assertThat(((Wait) bucket.take(T0.plusMillis(10))).next())
        .isEqualTo(new TokenBucket(new RateLimit(60, 5), 600, T0.plusMillis(10)));
  }

  @Test
  void a_part_of_a_millisecond_waits_for_the_whole() {
    var bucket = empty(new RateLimit(6_000_000, 1), T0.plusNanos(999_999));
    assertThat(bucket.countedAt()).isEqualTo(T0);
    assertThat(bucket.available(T0.plusNanos(999_999))).isZero();
    assertThat(bucket.available(T0.plusMillis(1))).isEqualTo(1);
  }

  @Test
  void a_caller_with_an_older_time_gets_no_token_twice() {
    var bucket = empty(new RateLimit(60, 5), T0);
    bucket = taken(bucket, T0.plusSeconds(1));
    var late = bucket.take(T0.minusSeconds(4));
    assertThat(late).isEqualTo(new Wait(T0.plusSeconds(2), bucket));
    assertThat(late.next().available(T0.plusSeconds(1))).isZero();
  }

  @Test
  void a_clock_set_back_stops_nothing_and_gives_nothing() {
    var bucket = empty(new RateLimit(60, 5), T0);
    Instant back = T0.minus(Duration.ofHours(1));
    var answer = bucket.take(back);
    assertThat(answer).isEqualTo(new Wait(back.plusSeconds(1), empty(bucket.limit(), back)));
    assertThat(answer.next().take(back.plusSeconds(1))).isInstanceOf(Taken.class);
  }

  @Test
  void five_seconds_back_is_late_and_a_millisecond_more_is_a_clock_set_back() {
    var bucket = empty(new RateLimit(60, 5), T0);
    assertThat(bucket.take(T0.minusMillis(5_000)).next().countedAt()).isEqualTo(T0);
    assertThat(bucket.take(T0.minusMillis(5_001)).next().countedAt())
        .isEqualTo(T0.minusMillis(5_001));
  }

  @Test
  void a_changed_limit_keeps_the_tokens_that_fit() {
    var bucket = TokenBucket.full(new RateLimit(60, 10), T0);
    assertThat(bucket.under(new RateLimit(600, 20), T0).available(T0)).isEqualTo(10);
    assertThat(bucket.under(new RateLimit(600, 4), T0).available(T0)).isEqualTo(4);
  }

  @Test
  void the_time_before_a_change_counts_at_the_old_rate() {
    var changed = empty(new RateLimit(60, 10), T0).under(new RateLimit(600, 10), T0.plusSeconds(2));
    assertThat(changed.available(T0.plusSeconds(2))).isEqualTo(2);
    assertThat(changed.available(T0.plusMillis(2_100))).isEqualTo(3);
  }

  @Test
  void no_bucket_holds_less_than_nothing_or_more_than_its_burst() {
    var limit = new RateLimit(60, 2);
    assertThat(new TokenBucket(limit, 120_000, T0).available(T0)).isEqualTo(2);
    assertThatThrownBy(() -> new TokenBucket(limit, -1, T0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TokenBucket(limit, 120_001, T0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void in_no_window_leave_more_than_the_burst_and_what_the_rate_adds() {
    Law.holds(random -> {
      var limit = new RateLimit(1 + random.nextInt(10_000), 1 + random.nextInt(10));
      var bucket = TokenBucket.full(limit, T0);
      List<Long> given = new ArrayList<>();
      long time = 0;
      long latestAsked = 0;
      for (int i = 0; i < 100; i++) {
        time += random.nextInt(2) * random.nextLong(120_000 / limit.requestsPerMinute() + 2);
        // Some callers are late, never by a whole step.
        long asked = Math.max(0, time - random.nextInt(3) * random.nextLong(2_500));
        latestAsked = Math.max(latestAsked, asked);
        var answer = bucket.take(T0.plusMillis(asked));
        if (answer instanceof Taken) {
          given.add(latestAsked);
        }
        bucket = answer.next();
      }
      assertBounded(given, limit);
    });
  }

  @Test
  void whoever_waits_as_told_gets_the_token_and_nobody_gets_it_sooner() {
    Law.holds(random -> {
      var limit = new RateLimit(1 + random.nextInt(100_000), 1 + random.nextInt(3));
      var bucket = TokenBucket.full(limit, T0);
      Instant now = T0;
      for (int i = 0; i < 50; i++) {
        now = now.plusMillis(random.nextInt(50));
        var answer = bucket.take(now);
        if (answer instanceof Wait(Instant until, TokenBucket next)) {
          assertThat(until).isAfter(now);
          assertThat(next.take(until.minusMillis(1))).isInstanceOf(Wait.class);
          assertThat(next.take(until)).isInstanceOf(Taken.class);
        }
        bucket = answer.next();
      }
    });
  }

  private static void assertBounded(List<Long> given, RateLimit limit) {
    for (int from = 0; from < given.size(); from++) {
      for (int to = from; to < given.size(); to++) {
        long width = given.get(to) - given.get(from);
        long allowed = limit.burst() + width * limit.requestsPerMinute() / 60_000;
        assertThat(to - from + 1L).isLessThanOrEqualTo(allowed);
      }
    }
  }

  private static TokenBucket taken(TokenBucket bucket, Instant now) {
    return ((Taken) bucket.take(now)).next();
  }

  private static TokenBucket empty(RateLimit limit, Instant at) {
    return new TokenBucket(limit, 0, at);
  }
}
