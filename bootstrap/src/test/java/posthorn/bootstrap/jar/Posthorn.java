package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The jar, running as a process of its own. */
final class Posthorn implements AutoCloseable {
  static final String KEY = "ph_the-tests-operator-key";
  private static final String READY = "posthorn ready on ";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  final URI address;
  private final HttpClient client = HttpClient.newHttpClient();

  private Posthorn(Process process) throws IOException {
    this.process = process;
    this.address = URI.create(readyLine(process).substring(READY.length()));
  }

  /** Starts the server on a free port and waits for its ready line. */
  static Posthorn start(Path data, Map<String, String> settings) throws IOException {
    return new Posthorn(process(data, settings).redirectError(inherit()).start());
  }

  /** The same, with its log in a file. */
  static Posthorn start(Path data, Map<String, String> settings, Path log) throws IOException {
    return new Posthorn(process(data, settings).redirectError(log.toFile()).start());
  }

  private static ProcessBuilder.Redirect inherit() {
    return ProcessBuilder.Redirect.INHERIT;
  }

  static ProcessBuilder process(Path data, Map<String, String> settings, String... arguments) {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                System.getProperty("posthorn.jar")));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("POSTHORN_"));
    builder
        .environment()
        .putAll(
            Map.of(
                "POSTHORN_HTTP_PORT", "0",
                "POSTHORN_DATA_DIR", data.toString(),
                "POSTHORN_OPERATOR_KEY", KEY,
                "POSTHORN_OUTBOUND_ALLOW_HTTP", "true",
                "POSTHORN_OUTBOUND_ALLOWED_NETWORKS", "127.0.0.0/8"));
    builder.environment().putAll(settings);
    return builder;
  }

  private static String readyLine(Process process) throws IOException {
    BufferedReader out = process.inputReader();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(READY)) {
        return line;
      }
    }
    throw new IOException("the server ended with " + process.onExit().join().exitValue());
  }

  JsonNode createWebhook(int receiverPort) throws IOException, InterruptedException {
    return createWebhook(receiverPort, "*");
  }

  JsonNode createWebhook(int receiverPort, String eventType)
      throws IOException, InterruptedException {
    HttpResponse<String> response =
        post(
            "/v1/webhooks",
            "{\"url\":\"http://127.0.0.1:%d/hook\",\"events\":[\"%s\"]}"
                .formatted(receiverPort, eventType));
    assertThat(response.statusCode()).isEqualTo(201);
    return JSON.readTree(response.body());
  }

  String publish(String data) throws IOException, InterruptedException {
    HttpResponse<String> response =
        post("/v1/events", "{\"event_type\":\"user.created\",\"data\":" + data + "}");
    assertThat(response.statusCode()).isEqualTo(202);
    return JSON.readTree(response.body()).path("event_id").asString();
  }

  HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
    return client.send(
        request(path).POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
  }

  HttpResponse<String> delete(String path) throws IOException, InterruptedException {
    return client.send(request(path).DELETE().build(), BodyHandlers.ofString());
  }

  JsonNode get(String path) throws IOException, InterruptedException {
    return get(path, KEY);
  }

  JsonNode get(String path, String key) throws IOException, InterruptedException {
    HttpRequest request = request(path).setHeader("Authorization", "Bearer " + key).build();
    return JSON.readTree(client.send(request, BodyHandlers.ofString()).body());
  }

  /** The lines of an answer, as they come. */
  Stream<String> lines(HttpClient watcher, String path) throws IOException, InterruptedException {
    return watcher.send(request(path).build(), BodyHandlers.ofLines()).body();
  }

  /** The only delivery there is. */
  JsonNode delivery() {
    try {
      JsonNode items = get("/v1/deliveries").path("items");
      assertThat(items.size()).isEqualTo(1);
      return items.get(0);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(address.resolve(path)).header("Authorization", "Bearer " + KEY);
  }

  /** How many threads of that name, as it begins, are in that method. */
  long threadsIn(String name, String method) throws IOException {
    return Stream.of(jcmd("Thread.print").split("\n\n", -1))
        .filter(each -> each.startsWith("\"" + name) && each.contains(method))
        .count();
  }

  /** Bytes of its objects that are in use. */
  long liveHeap() throws IOException {
    String histogram = jcmd("GC.class_histogram");
    String total = histogram.substring(histogram.lastIndexOf("Total"));
    return Long.parseLong(total.strip().split("\\s+", -1)[2]);
  }

  private String jcmd(String command) throws IOException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process asked = new ProcessBuilder(jcmd, Long.toString(process.pid()), command).start();
    return new String(asked.getInputStream().readAllBytes(), UTF_8);
  }

  /** As {@code kill -9} does. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** As {@code kill} does. */
  void terminate() {
    process.destroy();
  }

  int exitCode() throws InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  @Override
  public void close() {
    client.close();
    kill();
  }
}
