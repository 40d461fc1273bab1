package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import posthorn.application.feed.FeedEntry;
import posthorn.application.feed.FeedReader;
import posthorn.application.feed.Reading;

/** One client's stream: writes what its reader finds until the client, or we, have enough. */
final class EventStream {
  /** How long a client that has lost its connection waits before it makes another. */
  private static final Duration RETRY = Duration.ofSeconds(3);

  /** What happens meanwhile comes along: many events are not many wake-ups. */
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final FeedReader reader;
  private final StreamFilter filter;
  private final StreamTexts texts;
  private final Rules rules;
  private final OutputStream out;
  private Instant wroteAt;
  private Instant checkedAt;

  /**
   * What holds for a stream.
   *
   * @param heartbeat how long there may be nothing before a comment shows that all is well; as
   *     often it is asked whether the client may still see it
   */
  record Rules(Duration heartbeat, InstantSource clock, BooleanSupplier permitted) {}

  /** What an event about the stream itself has. */
  record Notice(
      String type,
      Instant time,
      @Nullable String tenantId,
      String message,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String lastEventId) {}

  EventStream(
      FeedReader reader, StreamFilter filter, StreamTexts texts, Rules rules, OutputStream out) {
    this.reader = reader;
    this.filter = filter;
    this.texts = texts;
    this.rules = rules;
    this.out = out;
    this.wroteAt = rules.clock().instant();
    this.checkedAt = wroteAt;
  }

  /** Writes until the end, which may be that the client is gone. */
  void run(@Nullable String lastEventId) throws IOException, InterruptedException {
    // An id alone: who gets nothing before the connection breaks knows where to go on all the same.
    String beginning = "retry: " + RETRY.toMillis() + "\n" + here();
    if (reader.missed()) {
      beginning +=
          notice("stream.gap", "events were missed; what is still there follows", lastEventId);
    }
    write(beginning);
    while (true) {
      switch (reader.next(rules.heartbeat())) {
        case Reading.Found(List<FeedEntry> entries, boolean more) -> {
          boolean idle = entries.isEmpty();
          if (isDue(checkedAt, idle)) {
            checkedAt = rules.clock().instant();
            if (!rules.permitted().getAsBoolean()) {
              write(notice("stream.closed", "the key is not valid any more", null));
              return;
            }
          }
          send(entries);
          if (!idle && !more) {
            LockSupport.parkNanos(PAUSE.toNanos());
          }
        }
        case Reading.FellBehind(long missed) -> {
          String message = "you read too slowly and missed " + missed + " events; connect again";
          write(notice("stream.dropped", message, null));
          return;
        }
        case Reading.Ended() -> {
          write(notice("stream.closed", "the server stops", null));
          return;
        }
      }
    }
  }

  private boolean isDue(Instant last, boolean idle) {
    return idle || !rules.clock().instant().isBefore(last.plus(rules.heartbeat()));
  }

  private void send(List<FeedEntry> entries) throws IOException {
    var text = new StringBuilder();
    for (FeedEntry entry : entries) {
      if (filter.passes(entry.event())) {
        text.append(texts.of(entry));
      }
    }
    if (text.isEmpty() && isDue(wroteAt, entries.isEmpty())) {
      text.append(": all is well\n").append(here());
    }
    if (!text.isEmpty()) {
      write(text.toString());
    }
  }

  private String here() {
    return "id: " + reader.position() + "\n\n";
  }

  private String notice(String type, String message, @Nullable String lastEventId) {
    var tenant = filter.tenant();
    return StreamTexts.event(
        type,
        new Notice(
            type,
            rules.clock().instant(),
            tenant == null ? null : tenant.value(),
            message,
            lastEventId));
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(UTF_8));
    out.flush();
    wroteAt = rules.clock().instant();
  }
}
