package posthorn.domain.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** How an event becomes a request's body. Deterministic: every attempt sends the same bytes. */
public enum PayloadFormat {
  /** {@code {"type", "timestamp", "data"}}, as Standard Webhooks has it. */
  STANDARD {
    @Override
    public JsonBytes render(Event event) {
      // Neither an event type nor a timestamp has a character that JSON would escape.
      String timestamp = DateTimeFormatter.ISO_INSTANT.format(event.timestamp());
      String head =
          "{\"type\":\"" + event.type() + "\",\"timestamp\":\"" + timestamp + "\",\"data\":";
      return join(head.getBytes(UTF_8), event.data().bytes(), new byte[] {'}'});
    }
  };

  public abstract JsonBytes render(Event event);

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<PayloadFormat> named(String name) {
    return Stream.of(values()).filter(format -> format.wireName().equals(name)).findFirst();
  }

  public static List<String> names() {
    return Stream.of(values()).map(PayloadFormat::wireName).toList();
  }

  private static JsonBytes join(byte[] head, byte[] data, byte[] tail) {
    var all = new byte[head.length + data.length + tail.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(data, 0, all, head.length, data.length);
    System.arraycopy(tail, 0, all, head.length + data.length, tail.length);
    return new JsonBytes(all);
  }
}
