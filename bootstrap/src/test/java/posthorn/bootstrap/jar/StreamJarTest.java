package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That what really happens is on the stream, and that a stop ends it. */
class StreamJarTest {
  @TempDir Path data;

  @Test
  void a_delivery_is_on_the_stream_and_a_stop_ends_it() throws Exception {
    try (var receiver = new Receiver();
        var client = HttpClient.newHttpClient();
        var posthorn = Posthorn.start(data, Map.of())) {
      posthorn.createWebhook(receiver.port());
      var request =
          HttpRequest.newBuilder(posthorn.address.resolve("/v1/stream"))
              .header("Authorization", "Bearer " + Posthorn.KEY)
              .build();
      var response = client.send(request, BodyHandlers.ofInputStream());
      try (var lines = new BufferedReader(new InputStreamReader(response.body(), UTF_8))) {
        assertThat(lines.readLine()).isEqualTo("retry: 3000");
        posthorn.publish("{}");

        assertThat(typesUntil(lines, "event: delivery.delivered"))
            .containsExactly("event: attempt.settled", "event: delivery.delivered");
        posthorn.terminate();
        assertThat(lines.lines().filter(line -> line.startsWith("event: ")))
            .containsExactly("event: stream.closed");
      }
      assertThat(posthorn.exitCode()).isZero();
    }
  }

  private static List<String> typesUntil(BufferedReader lines, String last) throws Exception {
    var types = new ArrayList<String>();
    while (!types.contains(last)) {
      String line = lines.readLine();
      assertThat(line).as("not the end, after " + types).isNotNull();
      if (line.startsWith("event: ")) {
        types.add(line);
      }
    }
    return types;
  }
}
