package posthorn.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** What the server and the ceilings need before anything is measured. */
final class Setup {
  private static final int CREATED = 201;
  private static final int ACCEPTED = 202;
  private static final Duration LONG_ENOUGH_TO_COPY = Duration.ofSeconds(2);

  private Setup() {}

  /** A webhook for each event type, as one alone has only a few requests under way at once. */
  static void webhooks(ServerProcess server, Receiver receiver) throws IOException {
    try (var connection = new Connection(server.address())) {
      for (int type = 0; type < PublishRequest.TYPES; type++) {
        webhook(connection, receiver, type);
      }
    }
  }

  /** A webhook for one event type. */
  static void webhook(Connection connection, Receiver receiver, int type) throws IOException {
    webhook(connection, receiver.url(), PublishRequest.typeOf(type));
  }

  /** A webhook at that URL for events of that type. */
  static void webhook(Connection connection, String url, String type) throws IOException {
    create(connection, "/v1/webhooks", "{\"url\":\"%s\",\"events\":[\"%s\"]}".formatted(url, type));
  }

  /** Publishes so many events of that type, which no ledger knows. */
  static void publish(ServerProcess server, String type, int count) throws IOException {
    try (var connection = new Connection(server.address())) {
      for (int i = 0; i < count; i++) {
        String event = "{\"event_type\":\"%s\",\"data\":{}}".formatted(type);
        int status = connection.exchange(post(PublishRequest.PATH, event)).status();
        if (status != ACCEPTED) {
          throw new BenchException("an event was not accepted: " + status);
        }
      }
    }
  }

  /** A source whose messages become events that wait, like those that are held back. */
  static InboundSource inboundSource(ServerProcess server, Receiver receiver) throws IOException {
    try (var connection = new Connection(server.address())) {
      JsonNode webhook =
          create(
              connection,
              "/v1/webhooks",
              "{\"url\":\"%s\",\"events\":[\"%s\"]}"
                  .formatted(receiver.url(), InboundSource.INTENT));
      connection.exchange(post("/v1/webhooks/" + webhook.path("id").asString() + "/pause", ""));
      JsonNode source =
          create(
              connection,
              "/v1/sources",
              "{\"name\":\"bench\",\"kind\":\"%s\",\"secret\":\"%s\"}"
                  .formatted(InboundSource.KIND, InboundSource.SECRET));
      create(
          connection,
          "/v1/routes",
          "{\"source_id\":\"%s\",\"event_type\":\"*\",\"intent\":\"%s\",\"target\":\"bench\"}"
              .formatted(source.path("id").asString(), InboundSource.INTENT));
      return new InboundSource(source.path("receive_url").asString());
    }
  }

  private static JsonNode create(Connection connection, String path, String body)
      throws IOException {
    MessageReader answer = connection.exchange(post(path, body));
    if (answer.status() != CREATED) {
      throw new BenchException(
          "nothing was created at " + path + ": " + answer.status() + " " + answer.body());
    }
    return new ObjectMapper().readTree(answer.body());
  }

  private static byte[] post(String path, String body) {
    byte[] bytes = body.getBytes(UTF_8);
    var request = new ByteArrayOutputStream();
    request.writeBytes(Connection.headOf(path, bytes.length));
    request.writeBytes(bytes);
    return request.toByteArray();
  }

  /** Publishes the first event, and copies the database while its delivery waits. */
  static CopiedDatabase databaseWithOneEvent(Session session, Path folder)
      throws IOException, SQLException, InterruptedException {
    Ledger ledger = session.ledger(1);
    Instant deliverAt = session.now().plus(LONG_ENOUGH_TO_COPY).truncatedTo(ChronoUnit.MILLIS);
    String eventId;
    try (var connection = new Connection(session.server().address())) {
      var request = new PublishRequest(1, deliverAt);
      MessageReader answer = connection.exchange(request.marked(ledger.first(), System.nanoTime()));
      if (!request.isAcceptedBy(answer)) {
        throw new BenchException("the first event was not accepted: " + answer.body());
      }
      eventId = new ObjectMapper().readTree(answer.body()).path("event_id").asString();
    }
    CopiedDatabase copy =
        CopiedDatabase.of(session.server().database(), eventId, folder.resolve("ceiling.db"));
    session.awaitReceived("waiting for the first delivery", ledger);
    return copy;
  }
}
