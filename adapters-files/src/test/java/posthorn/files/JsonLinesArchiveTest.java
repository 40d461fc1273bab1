package posthorn.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import posthorn.application.port.ArchiveEntry;
import posthorn.application.port.ArchiveEntry.PastAttempt;
import posthorn.application.port.ArchiveEntry.PastChange;
import posthorn.application.port.ArchiveEntry.PastDelivery;
import posthorn.application.port.ArchiveEntry.PastEvent;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.StoreException;
import posthorn.application.testing.Samples;
import posthorn.application.testing.TestEngine;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.AuditEntry;
import posthorn.domain.access.AuditId;
import posthorn.domain.access.Role;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.event.Event;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.id.IdForm;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class JsonLinesArchiveTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Instant AT = Instant.parse("2026-02-28T23:59:59.999Z");

  @TempDir Path temporary;

  private final TestEngine engine = TestEngine.inMemory();
  private final Event event = new Samples().event(DEFAULT, "key", AT);
  private Path folder;
  private JsonLinesArchive archive;

  @BeforeEach
  void anArchive() {
    folder = temporary.resolve("deep").resolve("archive");
    archive = new JsonLinesArchive(folder);
  }

  @Test
  void each_kind_has_a_file_a_day() {
    PastDelivery dead = dead();
    archive.write(List.of(dead, new PastEvent(event), attemptOf(dead), new PastEvent(event)), AT);
    archive.write(List.of(new PastEvent(event)), AT.plusMillis(1));

    assertThat(folder).isDirectoryContaining(file -> file.endsWith("events-2026-03-01.jsonl"));
    assertThat(lines("deliveries-2026-02-28.jsonl")).hasSize(1);
    assertThat(lines("attempts-2026-02-28.jsonl")).hasSize(1);
    assertThat(lines("events-2026-02-28.jsonl")).hasSize(2);
    assertThat(lines("events-2026-03-01.jsonl")).hasSize(1);
  }

  @Test
  void a_delivery_is_written_with_its_attempts_in_the_words_of_the_api() {
    PastDelivery dead = dead();

    JsonNode line = written(dead);

    Delivery delivery = dead.delivery();
    assertThat(line.path("id").asString()).isEqualTo(delivery.id().value());
    assertThat(line.path("tenant_id").asString()).isEqualTo(DEFAULT.value());
    assertThat(line.path("webhook_id").asString()).isEqualTo(delivery.webhook().value());
    assertThat(line.path("event_id").asString()).isEqualTo(delivery.event().value());
    assertThat(line.path("status").asString()).isEqualTo("dead");
    assertThat(line.path("dead_reason").asString()).isEqualTo("attempts_exhausted");
    assertThat(line.path("attempt_count").asInt()).isEqualTo(5);
    assertThat(line.path("completed_at").asString())
        .isEqualTo(String.valueOf(delivery.state().endedAt()));
    assertThat(line.path("error_detail").path("http_status").asInt()).isEqualTo(500);
    assertThat(line.path("deferrals").toString())
        .isEqualTo("{\"count\":0,\"circuit_open\":0,\"last_reason\":null}");
    assertThat(line.path("attempts").size()).isEqualTo(5);
    JsonNode last = line.path("attempts").get(4);
    assertThat(last.path("attempt_number").asInt()).isEqualTo(5);
    assertThat(last.path("status").asString()).isEqualTo("exhausted");
    assertThat(last.path("request_headers").path("webhook-id").asString())
        .isEqualTo(delivery.event().value());
  }

  @Test
  void an_attempt_knows_whose_it_was() {
    PastDelivery dead = dead();

    JsonNode line = written(attemptOf(dead));

    assertThat(line.path("delivery_id").asString()).isEqualTo(dead.delivery().id().value());
    assertThat(line.path("webhook_id").asString()).isEqualTo(dead.delivery().webhook().value());
    assertThat(line.path("http_status_code").asInt()).isEqualTo(500);
    assertThat(line.path("executed_at").asString())
        .isEqualTo(dead.attempts().getFirst().executedAt().toString());
  }

  @Test
  void an_entry_of_the_audit_log_says_who_changed_what() {
    var entry =
        new AuditEntry(
            new AuditId(IdForm.first(AuditId.PREFIX, AT)),
            AT,
            DEFAULT,
            new AuditEntry.Actor(
                new ApiKeyId(IdForm.first(ApiKeyId.PREFIX, AT)), Role.OPERATOR, "127.0.0.1", "r"),
            new AuditEntry.Subject("POST", "/v1/webhooks", "wh_1"),
            new AuditEntry.Change(null, "{\"name\":\"orders\"}"));

    archive.write(List.of(new PastChange(entry)), AT);

    JsonNode line = lines("audit-2026-02-28.jsonl").getFirst();
    assertThat(line.path("action").asString()).isEqualTo("POST /v1/webhooks");
    assertThat(line.path("key_id").asString()).isEqualTo(entry.actor().key().value());
    assertThat(line.path("object_id").asString()).isEqualTo("wh_1");
    assertThat(line.path("before").isNull()).isTrue();
    assertThat(line.path("after").path("name").asString()).isEqualTo("orders");
  }

  @Test
  void an_events_data_is_as_it_was_but_on_one_line() throws IOException {
    Event spread = withData(event, "{\r\n  \"price\": 1.50,\n  \"text\": \"a\\nb\"\n}");

    JsonNode line = written(new PastEvent(spread));

    assertThat(line.path("id").asString()).isEqualTo(event.id().value());
    assertThat(line.path("event_type").asString()).isEqualTo("user.created");
    assertThat(line.path("idempotency_key").asString()).isEqualTo("key");
    assertThat(line.path("accepted_at").asString()).isEqualTo(AT.toString());
    assertThat(line.path("data").path("text").asString()).isEqualTo("a\nb");
    assertThat(Files.readString(folder.resolve("events-2026-02-28.jsonl")))
        .contains("\"data\":{    \"price\": 1.50,   \"text\": \"a\\nb\" }");
  }

  @Test
  void a_line_that_a_crash_has_cut_off_is_taken_back() throws IOException {
    written(new PastEvent(event));
    Path file = folder.resolve("events-2026-02-28.jsonl");
    String whole = Files.readString(file);
    Files.writeString(file, "{\"id\":\"evt_", StandardOpenOption.APPEND);

    archive.write(List.of(new PastEvent(event)), AT);

    assertThat(file).hasContent(whole + whole);
  }

  @Test
  void a_file_that_is_but_a_cut_off_line_begins_anew() throws IOException {
    String whole = JSON.writeValueAsString(written(new PastEvent(event)));
    Path file = folder.resolve("events-2026-02-28.jsonl");
    Files.writeString(file, whole.substring(0, 10));

    archive.write(List.of(new PastEvent(event)), AT);

    assertThat(lines("events-2026-02-28.jsonl")).hasSize(1);
  }

  @Test
  void only_its_own_user_can_read_it() throws IOException {
    written(new PastEvent(event));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("events-2026-02-28.jsonl"))))
        .isEqualTo("rw-------");
  }

  @Test
  void a_folder_that_cannot_be_made_is_a_failure() throws IOException {
    Files.writeString(temporary.resolve("deep"), "a file");

    assertThatThrownBy(() -> archive.write(List.of(new PastEvent(event)), AT))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(folder.toString());
  }

  /** The only line of the only file. */
  private JsonNode written(ArchiveEntry entry) {
    archive.write(List.of(entry), AT);
    try (var files = Files.list(folder)) {
      List<JsonNode> lines = lines(files.toList().getFirst().getFileName().toString());
      assertThat(lines).hasSize(1);
      return lines.getFirst();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private List<JsonNode> lines(String file) {
    try {
      var lines = new ArrayList<JsonNode>();
      for (String line : Files.readAllLines(folder.resolve(file))) {
        lines.add(JSON.readTree(line));
      }
      return lines;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private PastDelivery dead() {
    engine.stores.webhooks().add(new Samples().webhook(DEFAULT, "*"));
    engine.sender.everyReceiverAnswers(500);
    engine.publish("user.created", "{}");
    while (!(only().state() instanceof Dead)) {
      engine.runDue();
      engine.time.advance(Duration.ofHours(2));
    }
    return new PastDelivery(only(), engine.stores.deliveries().attemptsOf(only().id()));
  }

  private Delivery only() {
    return engine
        .stores
        .deliveries()
        .list(new DeliveryQuery(DEFAULT, null, null, null, 10))
        .getFirst();
  }

  private static PastAttempt attemptOf(PastDelivery past) {
    return new PastAttempt(past.attempts().getFirst(), past.delivery());
  }

  private static Event withData(Event event, String data) {
    return new Event(
        event.id(),
        event.tenant(),
        event.type(),
        JsonBytes.of(data),
        event.timestamp(),
        event.acceptedAt(),
        event.idempotencyKey(),
        event.source(),
        event.sessionId(),
        event.priority(),
        event.orderingKey(),
        event.deliverAt());
  }
}
