package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.AuditLog;
import posthorn.application.port.AuditQuery;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.AuditEntry;
import posthorn.domain.access.AuditId;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;

/** What every implementation of {@link AuditLog} keeps to. */
public abstract class AuditLogContract {
  private static final Instant T0 = TestTime.START;
  private static final String MAKE = "POST /v1/webhooks";

  private final SequentialIds ids = new SequentialIds();
  private final ApiKeyId mine = new ApiKeyId(ids.next(ApiKeyId.PREFIX, T0));
  private final ApiKeyId yours = new ApiKeyId(ids.next(ApiKeyId.PREFIX, T0));
  private final AuditEntry first = entry(TenantId.DEFAULT, 0, mine, "POST", "/v1/webhooks", "wh_1");
  private final AuditEntry second =
      entry(TenantId.DEFAULT, 1, yours, "DELETE", "/v1/webhooks/{id}", "wh_1");
  private final AuditEntry third = entry(TenantId.DEFAULT, 2, mine, "POST", "/v1/webhooks", null);
  private final AuditEntry foreign =
      entry(new TenantId("acme"), 3, mine, "POST", "/v1/webhooks", "wh_2");

  private AuditLog log;

  /** A new, empty store. */
  protected abstract Stores open();

  @BeforeEach
  void append() {
    log = open().auditLog();
    List.of(first, second, third, foreign).forEach(log::append);
  }

  @Test
  void a_tenants_entries_come_newest_first() {
    assertThat(list(null, null, null, null, null, 10)).containsExactly(third, second, first);
    assertThat(log.list(new AuditQuery(foreign.tenant(), null, null, null, null, null, null, 10)))
        .containsExactly(foreign);
  }

  @Test
  void a_change_on_the_command_line_has_no_key() {
    Instant at = T0.plus(Duration.ofSeconds(9));
    var entry =
        new AuditEntry(
            new AuditId(ids.next(AuditId.PREFIX, at)),
            at,
            TenantId.SYSTEM,
            AuditEntry.Actor.ofCommandLine("0123456789abcdef"),
            new AuditEntry.Subject("DELETE", "/v1/api-keys/{id}", mine.value()),
            AuditEntry.Change.NONE);

    log.append(entry);

    assertThat(log.list(new AuditQuery(TenantId.SYSTEM, null, null, null, null, null, null, 10)))
        .containsExactly(entry);
  }

  @Test
  void a_page_begins_after_the_one_before() {
    assertThat(list(null, null, null, null, null, 2)).containsExactly(third, second);
    assertThat(list(null, null, null, null, second.id(), 2)).containsExactly(first);
  }

  @Test
  void they_are_found_by_time_to_the_millisecond() {
    assertThat(list(second.at(), null, null, null, null, 10)).containsExactly(third, second);
    assertThat(list(null, second.at(), null, null, null, 10)).containsExactly(first);
    assertThat(list(second.at(), third.at(), null, null, null, 10)).containsExactly(second);
    assertThat(list(third.at().plusMillis(1), null, null, null, null, 10)).isEmpty();
  }

  @Test
  void they_are_found_by_who_did_what() {
    assertThat(list(null, null, mine, null, null, 10)).containsExactly(third, first);
    assertThat(list(null, null, null, MAKE, null, 10)).containsExactly(third, first);
    assertThat(list(null, null, yours, MAKE, null, 10)).isEmpty();
    assertThat(list(null, null, null, "no action", null, 10)).isEmpty();
    assertThat(list(third.at(), null, mine, MAKE, null, 10)).containsExactly(third);
  }

  @Test
  void they_are_found_by_what_it_was_done_to() {
    assertThat(of("wh_1", null)).containsExactly(second, first);
    assertThat(of("wh_1", mine)).containsExactly(first);
    assertThat(of("wh_2", null)).isEmpty();
  }

  @Test
  void what_the_change_was_is_kept_as_it_was_given() {
    assertThat(list(null, null, null, null, null, 10))
        .extracting(AuditEntry::change)
        .containsExactly(
            AuditEntry.Change.NONE,
            new AuditEntry.Change("{\"name\":\"é\"}", null),
            new AuditEntry.Change(null, "{\"name\":\"é\"}"));
  }

  private List<AuditEntry> of(String object, @Nullable ApiKeyId key) {
    return log.list(new AuditQuery(TenantId.DEFAULT, null, null, key, null, object, null, 10));
  }

  private List<AuditEntry> list(
      @Nullable Instant from,
      @Nullable Instant to,
      @Nullable ApiKeyId key,
      @Nullable String action,
      @Nullable AuditId before,
      int limit) {
    return log.list(new AuditQuery(TenantId.DEFAULT, from, to, key, action, null, before, limit));
  }

  private AuditEntry entry(
      TenantId tenant,
      int second,
      ApiKeyId key,
      String method,
      String path,
      @Nullable String object) {
    Instant at = T0.plus(Duration.ofSeconds(second));
    return new AuditEntry(
        new AuditId(ids.next(AuditId.PREFIX, at)),
        at,
        tenant,
        new AuditEntry.Actor(key, Role.TENANT_ADMIN, "127.0.0.1", "req"),
        new AuditEntry.Subject(method, path, object),
        changeOf(method, object));
  }

  private static AuditEntry.Change changeOf(String method, @Nullable String object) {
    String thing = "{\"name\":\"é\"}";
    if (object == null) {
      return AuditEntry.Change.NONE;
    }
    return method.equals("DELETE")
        ? new AuditEntry.Change(thing, null)
        : new AuditEntry.Change(null, thing);
  }
}
