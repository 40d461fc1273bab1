package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.ArchiveSpace;
import posthorn.domain.access.Role;
import tools.jackson.databind.JsonNode;

class StorageRoutesTest {
  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void before_the_first_pruning_there_are_sizes_and_times() throws Exception {
    api.post("/v1/webhooks", TestApi.WEBHOOK);
    api.post("/v1/events", TestApi.EVENT);
    JsonNode storage = api.get("/v1/storage").body();

    assertThat(storage.path("database").propertyNames())
        .containsExactlyInAnyOrder("file", "bytes", "free_bytes", "log_bytes", "disk_free_bytes");
    assertThat(storage.path("rows"))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                {"events": {"count": 1, "exact": true},
                 "deliveries": {"count": 1, "exact": true},
                 "attempts": {"count": 0, "exact": true},
                 "inbound_messages": {"count": 0, "exact": true}}
                """));
    assertThat(storage.path("archive").isNull()).isTrue();
    assertThat(storage.path("retention"))
        .isEqualTo(
            Json.MAPPER.readTree(
                "{\"delivered\": \"30d\", \"attempts\": \"36h\", \"dead\": \"90d\",\n"
                    + "\"audit\": \"365d\"}"));
    assertThat(storage.path("last_pruning").isNull()).isTrue();
  }

  @Test
  void it_tells_what_the_last_pruning_removed_and_what_the_archive_takes() throws Exception {
    api.post("/v1/events", TestApi.EVENT);
    api.engine.time.advance(Duration.ofDays(31));
    api.pruneHistory.prune(api.engine.time.now(), () -> true);
    api.archive = Optional.of(new ArchiveSpace.Taken("/archive", 2, 345, 6_000));
    JsonNode storage = api.get("/v1/storage").body();

    assertThat(storage.path("last_pruning"))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                {"at": "%s", "error": null,
                 "removed": {"deliveries": 0, "attempts": 0, "events": 1, "inbound_messages": 0,
                   "idempotency_keys": 0, "audit_entries": 0}}
                """
                    .formatted(api.engine.time.now())));
    assertThat(storage.path("archive"))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                {"folder": "/archive", "files": 2, "bytes": 345, "disk_free_bytes": 6000}
                """));
  }

  @Test
  void it_is_for_operators_alone() throws Exception {
    String admin = api.keyOf(TestApi.ACME, Role.TENANT_ADMIN);

    assertThat(api.send(api.authorized("/v1/storage", admin)).status()).isEqualTo(403);
  }
}
