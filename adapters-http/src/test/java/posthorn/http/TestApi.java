package posthorn.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import posthorn.application.access.Authenticate;
import posthorn.application.access.EnsureOperatorKey;
import posthorn.application.testing.SeededRandomness;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.TestEngine;
import posthorn.application.webhooks.CreateWebhook;
import posthorn.domain.net.AddressPolicy;
import posthorn.domain.net.Cidr;
import posthorn.domain.net.UrlPolicy;
import tools.jackson.databind.JsonNode;

/** The real server on a free port, over an engine in memory whose time stands still. */
final class TestApi implements AfterEachCallback {
  static final String KEY = "ph_test";

  final TestEngine engine = TestEngine.inMemory();
  volatile boolean ready = true;

  private final HttpServer server = server();
  private final int port = server.start();
  private final HttpClient client = HttpClient.newHttpClient();

  private HttpServer server() {
    var ids = new SequentialIds();
    var randomness = new SeededRandomness(1);
    new EnsureOperatorKey(engine.stores.apiKeys(), ids, randomness).ensure(KEY, engine.time.now());
    var loopback = new AddressPolicy(List.of(Cidr.parse("127.0.0.0/8").orElseThrow()));
    return new HttpServer(
        new HttpServer.Settings("127.0.0.1", 0, Duration.ofSeconds(1)),
        new HttpServer.UseCases(
            new Authenticate(engine.stores.apiKeys()),
            new CreateWebhook(
                engine.stores.webhooks(), new UrlPolicy(true, loopback), ids, randomness),
            engine.publishEvent,
            engine.retryNow,
            engine.stores.deliveries()),
        engine.time::now,
        () -> ready);
  }

  /** An answer with its body read as JSON. */
  record Answer(HttpResponse<String> response) {
    int status() {
      return response.statusCode();
    }

    JsonNode body() {
      return Json.MAPPER.readTree(response.body());
    }

    String code() {
      return body().path("code").asString();
    }

    List<String> wrongFields() {
      return body().path("errors").valueStream().map(e -> e.path("field").asString()).toList();
    }
  }

  Answer post(String path, String body) throws IOException, InterruptedException {
    return send(authorized(path).POST(BodyPublishers.ofString(body)));
  }

  Answer get(String path) throws IOException, InterruptedException {
    return send(authorized(path));
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }

  HttpRequest.Builder authorized(String path) {
    return request(path).header("Authorization", "Bearer " + KEY);
  }

  Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return new Answer(client.send(request.build(), BodyHandlers.ofString()));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    client.close();
    server.close();
  }
}
