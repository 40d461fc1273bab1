package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a stream as a browser does: event by event, with the last id that came. */
final class StreamClient implements AutoCloseable {
  private static final Message END = new Message("", "", "");

  final HttpResponse<InputStream> response;
  private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> comments = new LinkedBlockingQueue<>();

  /** What was dispatched; the id is the last that came, with it or before. */
  record Message(String id, String type, String data) {
    JsonNode json() {
      return Json.MAPPER.readTree(data);
    }
  }

  /** Ready when the stream has begun: what is announced from now on is on it. */
  StreamClient(TestApi api, String path, String key, @Nullable String lastEventId)
      throws Exception {
    var request = api.authorized(path, key).header("Accept-Encoding", "gzip");
    if (lastEventId != null) {
      request.header("Last-Event-ID", lastEventId);
    }
    response = api.open(request);
    assertThat(response.statusCode()).isEqualTo(200);
    var lines = new BufferedReader(new InputStreamReader(response.body(), UTF_8));
    assertThat(lines.readLine()).isEqualTo("retry: 3000");
    String first = lines.readLine();
    assertThat(first).startsWith("id: ");
    Thread.ofVirtual().start(() -> read(lines, first.substring(4)));
  }

  private void read(BufferedReader lines, String first) {
    String id = first;
    String type = "";
    String data = "";
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("event: ")) {
          type = line.substring(7);
        } else if (line.startsWith("data: ")) {
          data = line.substring(6);
        } else if (line.startsWith(":")) {
          comments.add(line);
        } else if (line.isEmpty() && !data.isEmpty()) {
          messages.add(new Message(id, type, data));
          type = "";
          data = "";
        }
      }
    } catch (IOException _) {
      // Closed by either side.
    }
    messages.add(END);
  }

  Message next() throws InterruptedException {
    Message message = messages.poll(30, TimeUnit.SECONDS);
    assertThat(message).as("a message within the deadline").isNotNull();
    assertThat(message).as("not the end").isNotSameAs(END);
    return message;
  }

  void assertEnds() throws InterruptedException {
    assertThat(messages.poll(30, TimeUnit.SECONDS)).isSameAs(END);
  }

  void assertHeartbeat() throws InterruptedException {
    assertThat(comments.poll(30, TimeUnit.SECONDS)).isNotNull();
  }

  @Override
  public void close() throws IOException {
    response.body().close();
  }
}
