package posthorn.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A request that publishes one event, or a batch of them. */
final class PublishRequest implements Request {
  /** How many event types there are, and webhooks, each for one of them. */
  static final int TYPES = 16;

  static final String PATH = "/v1/events";

  private static final int TYPE_DIGITS = 2;
  private static final String TYPE_PREFIX = "bench.";
  private static final int DATA_LENGTH = 1024;
  private static final byte[] EVENT_ID = "\"event_id\"".getBytes(US_ASCII);
  private static final int ACCEPTED = 202;

  private final int size;
  private final byte[] bytes;
  private final int firstEvent;
  private final int eventLength;
  private final int typeOffset;
  private final int markOffset;

  /**
   * Makes the request.
   *
   * @param size 1 for an event alone, more for a batch
   * @param deliverAt until when the deliveries wait, if they do
   */
  PublishRequest(int size, @Nullable Instant deliverAt) {
    this.size = size;
    String event = eventOf(deliverAt);
    String opening = size == 1 ? "" : "{\"events\":[";
    String closing = size == 1 ? "" : "]}";
    String body = opening + (event + ",").repeat(size - 1) + event + closing;
    byte[] head = Connection.headOf(size == 1 ? PATH : PATH + "/batch", body.length());
    bytes = new byte[head.length + body.length()];
    System.arraycopy(head, 0, bytes, 0, head.length);
    System.arraycopy(body.getBytes(US_ASCII), 0, bytes, head.length, body.length());
    firstEvent = head.length + opening.length();
    eventLength = event.length() + 1;
    typeOffset = event.indexOf(TYPE_PREFIX) + TYPE_PREFIX.length();
    markOffset = event.indexOf(Mark.BLANK);
  }

  static String typeOf(int index) {
    return TYPE_PREFIX + index / 10 + index % 10;
  }

  /** An event's data, not yet marked. */
  static String data() {
    String padding = ",\"text\":\"" + "x".repeat(DATA_LENGTH - Mark.BLANK.length() - 11) + "\"}";
    return Mark.BLANK + padding;
  }

  private static String eventOf(@Nullable Instant deliverAt) {
    String wait = deliverAt == null ? "" : "\"deliver_at\":\"%s\",".formatted(deliverAt);
    return "{\"event_type\":\"%s\",%s\"data\":%s}".formatted(typeOf(0), wait, data());
  }

  @Override
  public int size() {
    return size;
  }

  /** Marks its events with these numbers; types take turns, so that each webhook gets its share. */
  @Override
  public byte[] marked(long firstNumber, long nanoTime) {
    for (int i = 0; i < size; i++) {
      int event = firstEvent + i * eventLength;
      long number = firstNumber + i;
      Mark.writeDigits(bytes, event + typeOffset, TYPE_DIGITS, number % TYPES);
      Mark.write(bytes, event + markOffset, number, nanoTime);
    }
    return bytes;
  }

  @Override
  public boolean isAcceptedBy(MessageReader answer) {
    return answer.status() == ACCEPTED && (size == 1 || eventIdsIn(answer) == size);
  }

  private static int eventIdsIn(MessageReader answer) {
    int count = 0;
    for (int at = answer.bodyStart(); at + EVENT_ID.length <= answer.bodyEnd(); at++) {
      if (Arrays.equals(answer.bytes(), at, at + EVENT_ID.length, EVENT_ID, 0, EVENT_ID.length)) {
        count++;
      }
    }
    return count;
  }
}
