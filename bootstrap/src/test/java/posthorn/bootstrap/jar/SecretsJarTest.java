package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Secrets appear in no log and no file of a server that made, changed and used them. */
class SecretsJarTest {
  private static final String REFUSED = "short";
  private static final Map<String, String> QUICK_RETRIES = Map.of("POSTHORN_RETRY_DELAYS", "1ms");

  @TempDir Path data;
  @TempDir Path elsewhere;

  private final Receiver receiver;

  SecretsJarTest() throws IOException {
    receiver = new Receiver();
  }

  @AfterEach
  void close() {
    receiver.close();
  }

  @Test
  void no_log_and_no_file_tells_a_secret_and_a_lost_key_is_named() throws Exception {
    receiver.answer(500);
    Path log = elsewhere.resolve("log");
    String first;
    String second;
    try (var posthorn = Posthorn.start(data, QUICK_RETRIES, log)) {
      JsonNode webhook = posthorn.createWebhook(receiver.port());
      first = webhook.path("secret").asString();
      String rotate = "/v1/webhooks/" + webhook.path("id").asString() + "/rotate-secret";
      assertThat(posthorn.post(rotate, "{\"secret\": \"" + REFUSED + "\"}").statusCode())
          .isEqualTo(422);
      HttpResponse<String> rotated = posthorn.post(rotate, "{}");
      second = new ObjectMapper().readTree(rotated.body()).path("secret").asString();
      posthorn.publish("{}");
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> posthorn.delivery().path("status").asString().equals("dead"));
      assertThat(first).startsWith("whsec_").isNotEqualTo(second);
      assertThat(contentsOf(data)).doesNotContain(first, second);
      posthorn.terminate();
      assertThat(posthorn.exitCode()).isZero();
    }
    String key = Files.readString(data.resolve("secret.key")).strip();
    assertThat(Files.readString(log))
        .contains("Made the key that secrets are sealed with")
        .doesNotContain(first, second, key, Posthorn.KEY);
    Files.delete(data.resolve("secret.key"));
    assertThat(contentsOf(data)).doesNotContain(first, second, key);

    Process without = Posthorn.process(data, Map.of()).start();
    List<String> errors =
        new String(without.getErrorStream().readAllBytes(), ISO_8859_1).lines().toList();
    assertThat(without.waitFor()).isEqualTo(1);
    assertThat(errors)
        .singleElement()
        .asString()
        .contains("secrets sealed with the key", "which is not there");

    Process changed =
        Posthorn.process(data, Map.of("POSTHORN_SECRETS_PREVIOUS_KEYS", key), "keys", "reencrypt")
            .start();
    assertThat(new String(changed.getInputStream().readAllBytes(), ISO_8859_1))
        .startsWith("posthorn sealed the secrets of 1 webhooks and sources anew");
    assertThat(changed.waitFor()).isZero();
    assertThat(Files.readString(data.resolve("secret.key")).strip()).isNotEqualTo(key);
    try (var posthorn = Posthorn.start(data, Map.of())) {
      assertThat(posthorn.delivery().path("status").asString()).isEqualTo("dead");
    }
  }

  private static String contentsOf(Path folder) throws IOException {
    var all = new StringBuilder();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        all.append(Files.readString(file, ISO_8859_1));
      }
    }
    return all.toString();
  }
}
