package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.http.OperatorEventSamples.OTHER_WEBHOOK;
import static posthorn.http.OperatorEventSamples.WEBHOOK;
import static posthorn.http.OperatorEventSamples.delivered;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import posthorn.application.feed.OperatorFeed;
import posthorn.application.testing.TestTime;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** A stream's pace, without a network. */
class EventStreamTest {
  private static final int WINDOW = 10;
  private static final Duration LONG = Duration.ofMinutes(1);

  private final OperatorFeed feed = new OperatorFeed("run", WINDOW);
  private final TestTime time = new TestTime();
  private final StreamFilter all =
      new StreamFilter(null, null, Set.copyOf(OperatorEventView.TYPES));

  @Test
  void a_client_that_does_not_read_holds_nobody_up_and_is_let_go_with_a_notice() throws Exception {
    var client = new StalledOutput();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      EventStream stream = stream(all, client);
      var running =
          threads.submit(() -> {
            stream.run(null);
            return null;
          });
      assertThat(client.stalled.await(30, TimeUnit.SECONDS)).isTrue();

      // Nobody else is there to go on: were the announcer held up, this would not end.
      for (int event = 0; event < 3 * WINDOW; event++) {
        announce(WEBHOOK);
      }
      client.reads.countDown();
      assertThat(running.get(30, TimeUnit.SECONDS)).isNull();
    }

    String text = client.taken.toString(UTF_8);
    assertThat(text).doesNotContain("event: delivery.delivered");
    assertThat(text).contains("event: stream.dropped").contains("missed 20 events");
  }

  @Test
  void a_stream_whose_filter_lets_nothing_through_moves_its_clients_place_on() throws Exception {
    var only = new StreamFilter(null, OTHER_WEBHOOK, all.types());
    var out = new ByteArrayOutputStream();
    // Always due.
    var rules = new EventStream.Rules(Duration.ZERO, time::now, () -> true);
    var stream = new EventStream(feed.reader(null), only, new StreamTexts(), rules, out);
    announce(WEBHOOK);
    announce(WEBHOOK);
    feed.close();

    stream.run(null);

    assertThat(out.toString(UTF_8))
        .startsWith("retry: 3000\nid: run-0\n\n: all is well\nid: run-2\n\nevent: stream.closed\n");
  }

  @Test
  void an_event_is_written_the_same_for_every_stream() throws Exception {
    var texts = new StreamTexts();
    var one = new ByteArrayOutputStream();
    var other = new ByteArrayOutputStream();
    var rules = new EventStream.Rules(LONG, time::now, () -> true);
    var first = new EventStream(feed.reader(null), all, texts, rules, one);
    var second = new EventStream(feed.reader(null), all, texts, rules, other);
    announce(WEBHOOK);
    feed.close();

    first.run(null);
    second.run(null);

    assertThat(one.toString(UTF_8))
        .isEqualTo(other.toString(UTF_8))
        .contains("id: run-1\nevent: delivery.delivered\ndata: {\"type\":\"delivery.delivered\",");
  }

  private EventStream stream(StreamFilter filter, OutputStream out) {
    return new EventStream(
        feed.reader(null),
        filter,
        new StreamTexts(),
        new EventStream.Rules(LONG, time::now, () -> true),
        out);
  }

  private void announce(WebhookId webhook) {
    feed.announce(delivered(TenantId.DEFAULT, webhook, 1));
  }

  /** Takes nothing until it is told to. */
  private static final class StalledOutput extends OutputStream {
    final CountDownLatch stalled = new CountDownLatch(1);
    final CountDownLatch reads = new CountDownLatch(1);
    final ByteArrayOutputStream taken = new ByteArrayOutputStream();

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      stalled.countDown();
      try {
        reads.await();
      } catch (InterruptedException e) {
        throw new InterruptedIOException(e.getMessage());
      }
      taken.write(bytes, offset, length);
    }
  }
}
