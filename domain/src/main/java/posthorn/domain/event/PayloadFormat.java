package posthorn.domain.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How an event becomes a request's body. Deterministic: every attempt sends the same bytes. */
public enum PayloadFormat {
  /** {@code {"type", "timestamp", "data"}}, as Standard Webhooks has it. */
  STANDARD {
    @Override
    public JsonBytes render(Event event, String deliveryId) {
      return standard(event);
    }
  },

  /** The event itself, with the names that it was published with; what it has not, is left out. */
  EVENT {
    @Override
    public JsonBytes render(Event event, String deliveryId) {
      String head = "{" + text("id", event.id().value()) + "," + type("event_type", event);
      String tail =
          ","
              + time(event.timestamp())
              + optional("idempotency_key", event.idempotencyKey())
              + optional("source", event.source())
              + ","
              + text("priority", event.priority().wireName())
              + ",\"sequence_number\":"
              + event.sequence();
      return around(event.data(), head + "," + DATA, tail + "}");
    }
  },

  /** {@code {"id", "event", "data", "timestamp"}}, with the id of the delivery. */
  TENANT {
    @Override
    public JsonBytes render(Event event, String deliveryId) {
      return around(
          event.data(),
          "{" + text("id", deliveryId) + "," + type("event", event) + "," + DATA,
          "," + time(event.timestamp()) + "}");
    }
  },

  /** The data alone. */
  RAW {
    @Override
    public JsonBytes render(Event event, String deliveryId) {
      return event.data();
    }
  };

  private static final String DATA = "\"data\":";

  /** The body of every attempt of that delivery. */
  public abstract JsonBytes render(Event event, String deliveryId);

  /** In the standard form, whoever it is for. */
  public static JsonBytes standard(Event event) {
    return around(
        event.data(), "{" + type("type", event) + "," + time(event.timestamp()) + "," + DATA, "}");
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<PayloadFormat> named(String name) {
    return Stream.of(values()).filter(format -> format.wireName().equals(name)).findFirst();
  }

  public static List<String> names() {
    return Stream.of(values()).map(PayloadFormat::wireName).toList();
  }

  private static String text(String name, String value) {
    return "\"" + name + "\":" + JsonString.quoted(value);
  }

  private static String optional(String name, @Nullable String value) {
    return value == null ? "" : "," + text(name, value);
  }

  /** Neither an event type nor a time has a character that JSON would escape. */
  private static String type(String name, Event event) {
    return "\"" + name + "\":\"" + event.type() + "\"";
  }

  private static String time(Instant timestamp) {
    return "\"timestamp\":\"" + IsoTime.of(timestamp) + "\"";
  }

  private static JsonBytes around(JsonBytes data, String before, String after) {
    byte[] head = before.getBytes(UTF_8);
    byte[] middle = data.bytes();
    byte[] tail = after.getBytes(UTF_8);
    var all = new byte[head.length + middle.length + tail.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(middle, 0, all, head.length, middle.length);
    System.arraycopy(tail, 0, all, head.length + middle.length, tail.length);
    return new JsonBytes(all);
  }
}
