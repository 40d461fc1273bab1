package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Very many requests of all kinds to every route of the jar: each is answered, none with a fault of
 * the server's, and the server holds no more memory afterwards than it did early on.
 */
class FuzzTest {
  private static final int REQUESTS = 20_000;

  /** Before each, what the round before has removed is made again. */
  private static final int ROUND = 2_000;

  private static final int AT_ONCE = 8;
  private static final int PATIENCE_MILLIS = 60_000;

  /** What requests leave behind for good: tenants, webhooks and the like are in memory. */
  private static final long MOST_GROWTH = 24L * 1024 * 1024;

  /** An HTTP version or a method that nobody knows, or a 503 that the API's page explains. */
  private static final Pattern FAULT =
      Pattern.compile(
          "(?s)HTTP/1.1 5(?!01|05)(?!03 .*\"code\":\"(busy|overloaded|streams_full)\").*");

  private static final Pattern INTERIM = Pattern.compile("(?s)^(HTTP/1.1 1\\d\\d .*?\r\n\r\n)+");

  /** If one of these is missing, the requests are not of all kinds any more. */
  private static final List<String> EXPECTED =
      List.of(
          "200", "201", "202", "204", "400", "401", "403", "404", "405", "412", "413", "415", "422",
          "431");

  private final Map<String, Integer> statuses = new ConcurrentSkipListMap<>();
  private final ObjectMapper json = new ObjectMapper();

  @TempDir Path data;

  @Test
  void whatever_comes_is_answered_and_leaves_nothing_behind() {
    Seed.with(random -> {
      long seed = random.nextLong();
      Map<String, String> settings =
          Map.of(
              "POSTHORN_STORE_SYNCHRONOUS", "normal",
              "JDK_JAVA_OPTIONS", "-Xmx256m");
      try (var posthorn = Posthorn.start(data, settings)) {
        sendRound(posthorn, seed, 0);
        long before = posthorn.liveHeap();
        for (int sent = ROUND; sent < REQUESTS; sent += ROUND) {
          sendRound(posthorn, seed, sent);
        }

        System.out.println("answers by status: " + statuses);
        assertThat(statuses).containsKeys(EXPECTED.toArray(String[]::new));
        assertThat(posthorn.get("/healthz").path("status").asString()).isEqualTo("ok");
        posthorn.publish("{}");
        long after = posthorn.liveHeap();
        System.out.println("live heap before and after: " + before + ", " + after);
        assertThat(after - before).isLessThan(MOST_GROWTH);
      }
    });
  }

  private void sendRound(Posthorn posthorn, long seed, int from) throws Exception {
    FuzzedRequests requests = requests(posthorn);
    List<Callable<Void>> lots = new ArrayList<>();
    for (int lot = 0; lot < AT_ONCE; lot++) {
      int first = from + lot;
      lots.add(() -> {
        for (int i = first; i < from + ROUND; i += AT_ONCE) {
          byte[] request = requests.next(new Random(seed + i));
          String answer = exchange(posthorn, request);
          statuses.merge(answer.length() < 12 ? "none" : answer.substring(9, 12), 1, Integer::sum);
          assertThat(answer)
              .as("request %d: %s", i, new String(request, ISO_8859_1))
              .doesNotMatch(FAULT);
        }
        return null;
      });
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Void> lot : threads.invokeAll(lots)) {
        lot.get();
      }
    }
  }

  /** All that comes until the server hangs up, or of a stream its head. */
  private static String exchange(Posthorn posthorn, byte[] request) throws IOException {
    var answer = new ByteArrayOutputStream();
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), posthorn.address.getPort())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
      InputStream in = socket.getInputStream();
      var part = new byte[8192];
      for (int n = in.read(part); n >= 0; n = in.read(part)) {
        answer.write(part, 0, n);
        if (answer.toString(ISO_8859_1).contains("Content-Type: text/event-stream")) {
          break;
        }
      }
    } catch (SocketException _) {
      // It hung up before it had read all.
    }
    return INTERIM.matcher(answer.toString(ISO_8859_1)).replaceFirst("");
  }

  /** To a server that has one thing of each kind, until a request removes it. */
  private FuzzedRequests requests(Posthorn posthorn) throws Exception {
    String source = id(posthorn, "/v1/sources", "{\"name\":\"s\",\"kind\":\"github\"}");
    String webhook = posthorn.createWebhook(1).path("id").asString();
    String event = posthorn.publish("{\"a\":1}");
    JsonNode delivery = posthorn.get("/v1/deliveries").path("items").path(0);
    String route =
        id(
            posthorn,
            "/v1/routes",
            "{\"source_id\":\"%s\",\"event_type\":\"*\",\"intent\":\"a\",\"target\":\"b\"}"
                .formatted(source));
    posthorn.post("/v1/tenants", "{\"id\":\"acme\",\"name\":\"Acme\"}");
    Map<String, String> things =
        Map.ofEntries(
            Map.entry("/v1/webhooks/", webhook),
            Map.entry("/api/webhooks/", webhook),
            Map.entry("/.well-known/webhook-keys/", webhook),
            Map.entry("/v1/events/", event),
            Map.entry("/v1/deliveries/", delivery.path("id").asString()),
            Map.entry("/api/webhooks/deliveries/", delivery.path("id").asString()),
            Map.entry("/v1/sources/", source),
            Map.entry("/gateway/webhooks/", source),
            Map.entry("/v1/routes/", route),
            Map.entry(
                "/v1/notification-channels/",
                id(posthorn, "/v1/notification-channels", "{\"type\":\"log\"}")),
            Map.entry("/v1/tenants/", "acme"),
            Map.entry("/v1/event-types/", "user.created"),
            Map.entry("/v1/alert-rules/", "circuit_opened"),
            Map.entry("/docs/", "start.js"));
    return new FuzzedRequests(
        posthorn.get("/openapi.json"),
        things,
        List.of(Posthorn.KEY, key(posthorn, "tenant_admin"), key(posthorn, "publisher")));
  }

  private String id(Posthorn posthorn, String path, String body) throws Exception {
    return json.readTree(posthorn.post(path, body).body()).path("id").asString();
  }

  private String key(Posthorn posthorn, String role) throws Exception {
    JsonNode made =
        json.readTree(posthorn.post("/v1/api-keys", "{\"role\":\"" + role + "\"}").body());
    return made.path("key").asString();
  }
}
