package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.atomic.AtomicReferenceArray;
import posthorn.application.feed.FeedEntry;
import posthorn.application.feed.FeedPosition;

/**
 * Events as they stand on the wire. An event that several streams have is written once: the next
 * one finds it here, unless so many came in between that another has its place.
 */
final class StreamTexts {
  private static final int KEPT = 1024;

  private final AtomicReferenceArray<Text> kept = new AtomicReferenceArray<>(KEPT);

  private record Text(FeedPosition after, String text) {}

  String of(FeedEntry entry) {
    int place = (int) (entry.after().count() % KEPT);
    Text known = kept.get(place);
    if (known != null && known.after.equals(entry.after())) {
      return known.text;
    }
    String text =
        "id: "
            + entry.after()
            + "\n"
            + event(entry.event().type(), OperatorEventView.of(entry.event()));
    kept.set(place, new Text(entry.after(), text));
    return text;
  }

  /** One without an id, which is about the stream itself. */
  static String event(String type, Object data) {
    // In one line, as JSON is written here.
    String json = new String(Json.MAPPER.writeValueAsBytes(data), UTF_8);
    return "event: " + type + "\ndata: " + json + "\n\n";
  }
}
