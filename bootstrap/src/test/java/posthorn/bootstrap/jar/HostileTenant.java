package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import posthorn.receiver.LoopbackReceiver;
import posthorn.receiver.Mischief;
import tools.jackson.databind.ObjectMapper;

/** A tenant, and strangers beside it, who do all at once what the reviews found. */
final class HostileTenant implements AutoCloseable {
  private static final String TENANT = "mallory";
  private static final int HANGING = 30;
  private static final int TRICKLES = 300;
  private static final int STREAMS = 40;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String PUBLISH = "/v1/events";
  private static final String WEBHOOKS = "/v1/webhooks";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A status that each attack is answered with, among others. */
  private static final Map<String, Integer> EXPECTED =
      Map.ofEntries(
          Map.entry("hanging receivers", 202),
          Map.entry("fan-out", 202),
          Map.entry("tests", 429),
          Map.entry("verified URLs", 429),
          Map.entry("webhooks that come and go", 204),
          Map.entry("endless patterns", 422),
          Map.entry("compiled schemas", 200),
          Map.entry("judging", 422),
          Map.entry("parts", 202),
          Map.entry("extreme numbers", 202),
          Map.entry("events of the far future", 422),
          Map.entry("bad signatures", 429),
          Map.entry("unknown sources", 429),
          Map.entry("wrong keys", 429),
          Map.entry("searches", 200),
          Map.entry("lists", 200),
          Map.entry("overridden methods", 400),
          Map.entry("odd charsets", 415),
          Map.entry("streams", 429));

  private final Posthorn posthorn;
  private final String key;
  private final String hangingWebhook;
  private final String source;
  private final LoopbackReceiver hanging = new LoopbackReceiver(Mischief.stall());
  private final LoopbackReceiver dripping =
      new LoopbackReceiver(Mischief.drippingBody(200, Duration.ofMillis(100)));
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Socket> trickles = new ArrayList<>();
  private final AtomicInteger number = new AtomicInteger();

  /** How often each attack was answered with each status. */
  private final Map<String, Map<Object, AtomicInteger>> answers = new ConcurrentSkipListMap<>();

  HostileTenant(Posthorn posthorn) throws IOException, InterruptedException {
    this.posthorn = posthorn;
    posthorn.post("/v1/tenants", "{\"id\":\"%s\",\"name\":\"Mallory\"}".formatted(TENANT));
    this.key =
        field(
            posthorn.post(
                "/v1/api-keys",
                "{\"name\":\"m\",\"role\":\"tenant_admin\",\"tenant_id\":\"%s\"}"
                    .formatted(TENANT)),
            "key");
    String webhook = "";
    for (int i = 0; i < HANGING; i++) {
      webhook = field(send("POST", WEBHOOKS, webhookAt(hanging.port(), "hang")), "id");
    }
    this.hangingWebhook = webhook;
    for (int i = 0; i < HANGING / 3; i++) {
      send("POST", WEBHOOKS, webhookAt(dripping.port(), "hang"));
    }
    this.source =
        field(
            send(
                "POST",
                "/v1/sources",
                "{\"name\":\"s\",\"kind\":\"sha256\",\"secret\":\"0123456789abcdef0123\"}"),
            "receive_url");
    send("PUT", "/v1/event-types/checked", "{\"schema\":{\"pattern\":\"^(a+)+$\"}}");
  }

  private static String webhookAt(int port, String event) {
    return "{\"url\":\"http://127.0.0.1:%d/hook\",\"events\":[\"%s\"],\"max_in_flight\":50}"
        .formatted(port, event);
  }

  private static String field(HttpResponse<String> answer, String name) {
    return JSON.readTree(answer.body()).path(name).asString();
  }

  /** Begins all of it; it goes on until this is closed. */
  void begin() throws IOException {
    String zeros = "[0" + ",0".repeat(100_000) + "]";
    attack("hanging receivers", 10, () -> publish("hang", "{}"));
    attack("fan-out", 0.1, () -> send("POST", PUBLISH + "/batch", batchOf("hang", 1_000)));
    attack("tests", 20, () -> send("POST", WEBHOOKS + "/" + hangingWebhook + "/test", ""));
    attack("verified URLs", 5, this::registerVerified);
    attack("names without an answer", 5, () -> registerAt("http://r%d.slow.invalid/"));
    attack("webhooks that come and go", 5, this::registerAndRemove);
    attack("endless patterns", 2, () -> putSchema("(?=){2147483647}(?!)"));
    attack("compiled schemas", 5, () -> putSchema("^(a|b|c|ab|bc){1,50}$"));
    attack("judging", 10, () -> publish("checked", "\"" + "a".repeat(20_000) + "!\""));
    attack("parts", 2, () -> publish("parts", zeros));
    attack("extreme numbers", 5, () -> publish("hang", "{\"n\": 1e99999999999}"));
    attack("events of the far future", 2, this::publishForTheFarFuture);
    attack("bad signatures", 20, () -> open("POST", source, zeros, "X-Webhook-Signature", "0"));
    attack("unknown sources", 5, () -> open("POST", "/gateway/webhooks/src_x", zeros, "X-No", "0"));
    attack("wrong keys", 20, () -> open("GET", PUBLISH, "", "Authorization", "Bearer ph_guess"));
    attack("searches", 5, () -> send("GET", "/v1/inbound?text=zzz&include=data", ""));
    attack("lists", 5, () -> send("GET", "/v1/deliveries?status=failed&limit=100", ""));
    attack("overridden methods", 2, this::override);
    attack("odd charsets", 2, this::oddCharset);
    for (int i = 0; i < STREAMS; i++) {
      threads.execute(this::stream);
    }
    for (int i = 0; i < TRICKLES; i++) {
      trickles.add(trickle());
    }
    var _ = clock.scheduleAtFixedRate(this::drip, 1, 1, TimeUnit.SECONDS);
  }

  /** Something that can be done again and again. */
  private interface Act {
    HttpResponse<?> run() throws IOException, InterruptedException;
  }

  private void attack(String name, double perSecond, Act act) {
    long pause = (long) (TimeUnit.SECONDS.toNanos(1) / perSecond);
    var _ =
        clock.scheduleAtFixedRate(
            () -> threads.execute(() -> run(name, act)), 0, pause, TimeUnit.NANOSECONDS);
  }

  private void run(String name, Act act) {
    try {
      count(name, act.run().statusCode());
    } catch (IOException e) {
      count(name, e.getClass().getSimpleName());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void count(String name, Object answer) {
    answers
        .computeIfAbsent(name, _ -> new ConcurrentHashMap<>())
        .computeIfAbsent(answer, _ -> new AtomicInteger())
        .incrementAndGet();
  }

  private HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    return open(method, path, body, "Authorization", "Bearer " + key);
  }

  private HttpResponse<String> open(
      String method, String path, String body, String header, String value)
      throws IOException, InterruptedException {
    return client.send(request(method, path, body).header(header, value).build(), asText());
  }

  private HttpRequest.Builder request(String method, String path, String body) {
    return HttpRequest.newBuilder(posthorn.address.resolve(path))
        .method(method, BodyPublishers.ofString(body))
        .timeout(PATIENCE);
  }

  private static HttpResponse.BodyHandler<String> asText() {
    return BodyHandlers.ofString();
  }

  private HttpResponse<String> publish(String type, String data)
      throws IOException, InterruptedException {
    return send("POST", PUBLISH, eventOf(type, data));
  }

  private static String eventOf(String type, String data) {
    return "{\"event_type\":\"%s\",\"data\":%s}".formatted(type, data);
  }

  private static String batchOf(String type, int events) {
    String event = eventOf(type, "{}");
    return "{\"events\":[" + event + ("," + event).repeat(events - 1) + "]}";
  }

  private HttpResponse<String> publishForTheFarFuture() throws IOException, InterruptedException {
    return send(
        "POST",
        PUBLISH,
        "{\"event_type\":\"hang\",\"data\":{},\"deliver_at\":\"9999-01-01T00:00:00Z\"}");
  }

  private HttpResponse<String> registerVerified() throws IOException, InterruptedException {
    return send(
        "POST",
        WEBHOOKS,
        "{\"url\":\"http://127.0.0.1:%d/\",\"events\":[\"x\"],\"verify_url\":true}"
            .formatted(hanging.port()));
  }

  private HttpResponse<String> registerAt(String url) throws IOException, InterruptedException {
    return send(
        "POST",
        WEBHOOKS,
        "{\"url\":\"%s\",\"events\":[]}".formatted(url.formatted(number.incrementAndGet())));
  }

  private HttpResponse<String> registerAndRemove() throws IOException, InterruptedException {
    String id = field(send("POST", WEBHOOKS, webhookAt(hanging.port(), "hang")), "id");
    return send("DELETE", WEBHOOKS + "/" + id, "");
  }

  private HttpResponse<String> putSchema(String pattern) throws IOException, InterruptedException {
    return send(
        "PUT",
        "/v1/event-types/schema" + number.incrementAndGet() % 200,
        "{\"schema\":{\"pattern\":\"%s\"}}".formatted(pattern));
  }

  private HttpResponse<String> override() throws IOException, InterruptedException {
    return client.send(
        request("GET", WEBHOOKS + "/" + hangingWebhook, "")
            .header("Authorization", "Bearer " + key)
            .header("X-HTTP-Method-Override", "DELETE")
            .build(),
        asText());
  }

  private HttpResponse<String> oddCharset() throws IOException, InterruptedException {
    return client.send(
        request("POST", PUBLISH, eventOf("hang", "{}"))
            .header("Authorization", "Bearer " + key)
            .header("Content-Type", "application/json; charset=nope")
            .build(),
        asText());
  }

  private void stream() {
    run(
        "streams",
        () ->
            client.send(
                HttpRequest.newBuilder(posthorn.address.resolve("/v1/stream"))
                    .header("Authorization", "Bearer " + key)
                    .build(),
                BodyHandlers.ofInputStream()));
  }

  /** A request that promises 1 MiB. */
  private Socket trickle() throws IOException {
    var socket = new Socket(posthorn.address.getHost(), posthorn.address.getPort());
    socket
        .getOutputStream()
        .write(
            "POST /gateway/webhooks/src_x HTTP/1.1\r\nHost: x\r\nContent-Length: 1048576\r\n\r\n"
                .getBytes(US_ASCII));
    return socket;
  }

  private void drip() {
    for (Socket socket : trickles) {
      try {
        socket.getOutputStream().write('x');
      } catch (IOException _) {
        count("trickles", "closed");
      }
    }
  }

  /**
   * Each attack met its bound, and none a fault of the server's: an attack with a wrong key or a
   * misspelt field would show nothing.
   */
  void assertThatEachAttackWasMade() {
    EXPECTED.forEach(
        (attack, status) -> assertThat(answers.get(attack)).as(attack).containsKey(status));
    assertThat(answers.values()).allSatisfy(each -> assertThat(each).doesNotContainKey(500));
  }

  /** What the attacks were answered. */
  Map<String, Map<Object, AtomicInteger>> answers() {
    return new TreeMap<>(answers);
  }

  @Override
  public void close() throws IOException {
    clock.shutdownNow();
    threads.shutdownNow();
    client.shutdownNow();
    for (Socket socket : trickles) {
      socket.close();
    }
    hanging.close();
    dripping.close();
  }
}
