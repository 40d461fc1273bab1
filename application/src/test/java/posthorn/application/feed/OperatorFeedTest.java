package posthorn.application.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import posthorn.application.port.OperatorEvent;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

class OperatorFeedTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration AT_ONCE = Duration.ZERO;
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final int SIZE = 4;

  private final OperatorFeed feed = new OperatorFeed("run", SIZE);

  @Test
  void a_reader_finds_what_comes_after_it_began_in_its_order() throws Exception {
    announce(0, 1);
    FeedReader reader = feed.reader(null);
    announce(1, 3);

    assertThat(numbers(reader.next(AT_ONCE))).containsExactly(1, 2);
    assertThat(reader.missed()).isFalse();
    assertThat(reader.position()).hasToString("run-3");
    assertThat(numbers(reader.next(AT_ONCE))).isEmpty();
  }

  @Test
  void readers_do_not_take_from_one_another() throws Exception {
    FeedReader one = feed.reader(null);
    FeedReader other = feed.reader(null);
    announce(0, 2);

    assertThat(numbers(one.next(AT_ONCE))).containsExactly(0, 1);
    assertThat(numbers(other.next(AT_ONCE))).containsExactly(0, 1);
  }

  @Test
  void another_goes_on_where_one_ended() throws Exception {
    FeedReader one = feed.reader(null);
    announce(0, 3);
    Reading seen = one.next(AT_ONCE);
    String second = ((Reading.Found) seen).entries().get(1).after().toString();

    FeedReader next = feed.reader(second);
    assertThat(next.missed()).isFalse();
    assertThat(numbers(next.next(AT_ONCE))).containsExactly(2);
    assertThat(feed.reader("run-3").missed()).isFalse();
    assertThat(feed.reader("run-0").missed()).isFalse();
  }

  @Test
  void what_is_older_than_the_window_is_missed_and_the_rest_is_found() throws Exception {
    announce(0, SIZE + 2);

    FeedReader justStillThere = feed.reader("run-2");
    assertThat(justStillThere.missed()).isFalse();
    assertThat(numbers(justStillThere.next(AT_ONCE))).containsExactly(2, 3, 4, 5);
    FeedReader late = feed.reader("run-1");
    assertThat(late.missed()).isTrue();
    assertThat(numbers(late.next(AT_ONCE))).containsExactly(2, 3, 4, 5);
  }

  @Test
  void a_place_in_another_run_or_in_none_is_a_gap() throws Exception {
    announce(0, 1);

    for (String last :
        List.of("earlier-1", "run-2", "run", "", "run--1", "run-1x", "é".repeat(99))) {
      FeedReader reader = feed.reader(last);
      assertThat(reader.missed()).as(last).isTrue();
      assertThat(numbers(reader.next(AT_ONCE))).as(last).containsExactly(0);
    }
  }

  @Test
  void a_reader_that_the_window_has_left_behind_is_told_so() throws Exception {
    FeedReader slow = feed.reader(null);
    announce(0, SIZE);
    FeedReader justInTime = feed.reader("run-0");
    assertThat(numbers(justInTime.next(AT_ONCE))).hasSize(SIZE);
    announce(SIZE, SIZE + 3);

    assertThat(slow.next(AT_ONCE)).isEqualTo(new Reading.FellBehind(3));
    assertThat(numbers(justInTime.next(AT_ONCE))).containsExactly(4, 5, 6);
  }

  @Test
  void many_events_are_found_in_several_steps() throws Exception {
    var large = new OperatorFeed("run", 1000);
    FeedReader reader = large.reader(null);
    for (int number = 0; number < 600; number++) {
      large.announce(event(number));
    }

    assertThat(numbers(reader.next(AT_ONCE))).hasSize(256).startsWith(0);
    assertThat(numbers(reader.next(AT_ONCE))).hasSize(256).startsWith(256);
    assertThat(numbers(reader.next(AT_ONCE))).hasSize(88).endsWith(599);
  }

  @Test
  void a_closed_feed_ends_each_reader_after_what_was_there() throws Exception {
    FeedReader reader = feed.reader(null);
    announce(0, 1);
    feed.close();

    assertThat(numbers(reader.next(LONG))).containsExactly(0);
    assertThat(reader.next(LONG)).isEqualTo(new Reading.Ended());
    assertThat(feed.reader(null).next(LONG)).isEqualTo(new Reading.Ended());
  }

  @Test
  void whoever_waits_is_woken_by_an_event_and_by_the_end() throws Exception {
    var found = new AtomicReference<Reading>();
    var ended = new AtomicReference<Reading>();
    var hasFound = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      FeedReader reader = feed.reader(null);
      var waiting =
          threads.submit(() -> {
            found.set(reader.next(LONG));
            hasFound.countDown();
            ended.set(reader.next(LONG));
            return null;
          });
      announce(7, 8);
      assertThat(hasFound.await(30, TimeUnit.SECONDS)).isTrue();
      feed.close();
      assertThat(waiting.get(30, TimeUnit.SECONDS)).isNull();
    }

    assertThat(numbers(found.get())).containsExactly(7);
    assertThat(ended.get()).isEqualTo(new Reading.Ended());
  }

  @Test
  void announcers_side_by_side_lose_nothing() throws Exception {
    int each = 1000;
    var large = new OperatorFeed("run", 4 * each);
    FeedReader reader = large.reader(null);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int announcer = 0; announcer < 4; announcer++) {
        int first = announcer * each;
        var _ =
            threads.submit(() -> {
              for (int number = first; number < first + each; number++) {
                large.announce(event(number));
              }
            });
      }
    }

    int seen = 0;
    for (List<Integer> next = numbers(reader.next(AT_ONCE)); !next.isEmpty(); ) {
      seen += next.size();
      next = numbers(reader.next(AT_ONCE));
    }
    assertThat(seen).isEqualTo(4 * each);
  }

  private void announce(int from, int to) {
    for (int number = from; number < to; number++) {
      feed.announce(event(number));
    }
  }

  /** Told apart by their times. */
  private static OperatorEvent event(int number) {
    return new OperatorEvent.WebhookDeleted(
        TenantId.DEFAULT,
        new WebhookId(WebhookId.PREFIX + "00000000000000000000000000"),
        NOW.plusMillis(number));
  }

  private static List<Integer> numbers(Reading reading) {
    assertThat(reading).isInstanceOf(Reading.Found.class);
    return ((Reading.Found) reading)
        .entries().stream()
            .map(entry -> (int) Duration.between(NOW, entry.event().at()).toMillis())
            .toList();
  }
}
