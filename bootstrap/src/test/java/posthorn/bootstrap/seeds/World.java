package posthorn.bootstrap.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import posthorn.application.testing.TestTime;
import posthorn.bootstrap.SteppedServer;
import posthorn.bootstrap.config.ConfigurationException;
import posthorn.receiver.Behaviour;
import posthorn.receiver.LoopbackReceiver;
import posthorn.receiver.Request;
import posthorn.receiver.Script;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the documents are about, for one test: a {@link SteppedServer}, one receiver, and a user of
 * the API. In the JSON that is sent, {@code '} stands for a double quote.
 */
final class World implements AfterEachCallback {
  static final JsonMapper JSON = new JsonMapper();

  /** What an answer to the user is. */
  record Answer(int status, JsonNode json) {}

  private final Map<String, String> settings = new HashMap<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private final TestTime time = new TestTime();
  private final LoopbackReceiver receiver;
  private volatile Script script = _ -> Behaviour.answer(200);
  private final Path data;
  private @Nullable SteppedServer server;

  /**
   * The world, with settings that differ from the defaults.
   *
   * @param namesAndValues such as POSTHORN_RETRY_POLICY, tenant
   */
  World(String... namesAndValues) {
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    try {
      var socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
      receiver = new LoopbackReceiver(socket, request -> script.behaviourFor(request));
      data = Files.createTempDirectory("posthorn-seeds");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // The server and its clock.

  /** Started when it is first needed. */
  SteppedServer server() {
    if (server == null) {
      try {
        server = new SteppedServer(data, settings, time);
      } catch (ConfigurationException e) {
        throw new AssertionError(e);
      }
    }
    return server;
  }

  /** A setting that differs from the default; before the server is needed. */
  void set(String name, String value) {
    assertThat(server).isNull();
    settings.put(name, value);
  }

  /** Stops the server and starts it with the same database. */
  void restart() {
    server().close();
    server = null;
    var _ = server();
  }

  Instant now() {
    return time.now();
  }

  void advance(Duration duration) {
    time.advance(duration);
  }

  int runDue() {
    return server().runDue();
  }

  /** Attempts the only delivery that often, each time when it is due. */
  void attemptWhenDue(int times) {
    for (int i = 0; i < times; i++) {
      time.advanceTo(timeOf(delivery(), "next_retry_at"));
      assertThat(runDue()).isEqualTo(1);
    }
  }

  // The receiver.

  void receiverAnswers(int status) {
    receiverDoes(Behaviour.answer(status));
  }

  void receiverAnswers(int status, Map<String, String> headers, String body) {
    receiverDoes(Behaviour.answer(status, headers, body));
  }

  void receiverDoes(Behaviour behaviour) {
    script = _ -> behaviour;
  }

  void receiverDoes(Script behaviours) {
    script = behaviours;
  }

  List<Request> received() {
    return receiver.requests();
  }

  Request lastReceived() {
    return received().getLast();
  }

  String receiverUrl() {
    return "http://127.0.0.1:" + receiver.port() + "/hook";
  }

  // The user.

  /** Registers a webhook of all events at the receiver. */
  JsonNode webhook() {
    return webhook("");
  }

  /**
   * Registers a webhook at the receiver.
   *
   * @param fields more of it, such as {@code 'retry_policy': 'tenant'}
   */
  JsonNode webhook(String fields) {
    String events = fields.contains("'events'") ? "" : ", 'events': ['*']";
    return create(
        "/v1/webhooks",
        "{'url': '%s'%s%s}"
            .formatted(receiverUrl(), events, fields.isEmpty() ? "" : ", " + fields));
  }

  /** Publishes an event of that type; its id. */
  String publish(String type) {
    return publish(type, "");
  }

  /**
   * Publishes an event of that type; its id.
   *
   * @param fields more of it, such as {@code 'priority': 'high'}
   */
  String publish(String type, String fields) {
    String more = fields.isEmpty() ? "" : ", " + fields;
    String data = fields.contains("'data'") ? "" : ", 'data': {'a': 1}";
    Answer answer =
        send("POST", "/v1/events", "{'event_type': '%s'%s%s}".formatted(type, data, more));
    assertThat(answer.status()).as("%s", answer).isEqualTo(202);
    return answer.json().path("event_id").asString();
  }

  /** Publishes an event to a new webhook whose receiver answers 500, until its delivery is dead. */
  JsonNode deadLetter() {
    webhook();
    receiverAnswers(500);
    publish("user.created");
    runDue();
    attemptWhenDue(4);
    return delivery();
  }

  /** The only delivery there is. */
  JsonNode delivery() {
    List<JsonNode> all = items("/v1/deliveries");
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  /** The attempts of the only delivery there is. */
  List<JsonNode> attempts() {
    return items("/v1/deliveries/" + idOf(delivery()) + "/attempts");
  }

  List<JsonNode> items(String path) {
    return get(path).path("items").valueStream().toList();
  }

  JsonNode get(String path) {
    Answer answer = send("GET", path, null);
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    return answer.json();
  }

  JsonNode create(String path, String body) {
    Answer answer = send("POST", path, body);
    assertThat(answer.status()).as("%s", answer).isEqualTo(201);
    return answer.json();
  }

  Answer send(String method, String path, @Nullable String body) {
    return send(method, path, body, SteppedServer.KEY);
  }

  Answer send(String method, String path, @Nullable String body, String key) {
    return send(
        request(path)
            .header("Authorization", "Bearer " + key)
            .method(
                method,
                body == null
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(body.replace('\'', '"'))));
  }

  /** A request to send as it is. */
  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server().port()).resolve(path));
  }

  Answer send(HttpRequest.Builder request) {
    try {
      var response = client.send(request.build(), BodyHandlers.ofString());
      String body = response.body();
      return new Answer(
          response.statusCode(), body.isEmpty() ? JSON.nullNode() : JSON.readTree(body));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  // What is announced on the topic gateway:webhooks.

  /** Where the stream of operator events is now, for {@link #announcedSince}. */
  String streamPlace() {
    try (Stream<String> lines = stream("")) {
      return lines.filter(line -> line.startsWith("id: ")).findFirst().orElseThrow().substring(4);
    }
  }

  /** The next event of that type since then; none within a heartbeat is a failure. */
  JsonNode announcedSince(String place, String type) {
    try (Stream<String> lines = stream("?type=" + type + "&last_event_id=" + place)) {
      for (Iterator<String> each = lines.iterator(); each.hasNext(); ) {
        String line = each.next();
        assertThat(line).as("a heartbeat, and no %s before it", type).doesNotStartWith(":");
        if (line.startsWith("data: ")) {
          return JSON.readTree(line.substring(6));
        }
      }
    }
    throw new AssertionError("the stream ended");
  }

  private Stream<String> stream(String query) {
    HttpRequest.Builder request =
        request("/v1/stream" + query).header("Authorization", "Bearer " + SteppedServer.KEY);
    try {
      var response = client.send(request.build(), BodyHandlers.ofLines());
      assertThat(response.statusCode()).isEqualTo(200);
      return response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  // Reading answers.

  static String idOf(JsonNode node) {
    return node.path("id").asString();
  }

  static String textOf(JsonNode node, String field) {
    return node.path(field).asString();
  }

  static Instant timeOf(JsonNode node, String field) {
    return Instant.parse(node.path(field).asString());
  }

  /**
   * A test for each of those fields.
   *
   * @param namesAndValues each name followed by its value as JSON
   */
  static Stream<DynamicTest> fieldsOf(JsonNode object, String... namesAndValues) {
    return IntStream.range(0, namesAndValues.length / 2)
        .mapToObj(i -> {
          String name = namesAndValues[2 * i];
          JsonNode value = JSON.readTree(namesAndValues[2 * i + 1].replace('\'', '"'));
          return DynamicTest.dynamicTest(
              name, () -> assertThat(object.path(name)).as(name).isEqualTo(value));
        });
  }

  /** That time, as JSON. */
  static String quoted(Instant time) {
    return "'" + time + "'";
  }

  /** That text, as JSON. */
  static String quoted(String text) {
    return "'" + text + "'";
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    client.close();
    if (server != null) {
      server.close();
    }
    receiver.close();
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
