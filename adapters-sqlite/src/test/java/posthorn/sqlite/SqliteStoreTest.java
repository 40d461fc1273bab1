package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.StoreException;
import posthorn.application.testing.Samples;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.Event;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

class SqliteStoreTest {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  private final SequentialIds ids = new SequentialIds();
  private final Samples samples = new Samples();
  private final Webhook webhook = samples.webhook(DEFAULT, "*");
  private final Event event = samples.event(DEFAULT, null, TestTime.START);
  private final Delivery delivery = samples.delivery(event, webhook);

  @Test
  void commits_survive_a_reopened_file() {
    accept(store.open());

    Stores reopened = store.open();

    assertThat(reopened.webhooks().of(DEFAULT)).containsExactly(webhook);
    assertThat(all(reopened)).containsExactly(delivery);
  }

  @Test
  void tenants_and_keys_survive_a_reopened_file_as_they_were_last() {
    var acme = new TenantId("acme");
    var tenant = new Tenant(acme, "Acme", new Quotas(1, 2, 3, 4, null, null), TestTime.START);
    Tenant changed = tenant.with("Other", new Quotas(null, 0, null, 5, null, null));
    ApiKey key = key("one", TestTime.START.plusSeconds(1));
    ApiKey gone = key("two", null);
    Stores stores = store.open();
    Tenant first = stores.tenants().find(DEFAULT).orElseThrow();
    stores.tenants().addIfAbsent(tenant);
    stores.tenants().addIfAbsent(new Tenant(new TenantId("b"), "B", Quotas.NONE, TestTime.START));
    stores.tenants().replaceIfUnchanged(tenant, changed);
    stores.tenants().removeIfUnused(new TenantId("b"));
    stores.apiKeys().add(key);
    stores.apiKeys().add(gone);
    stores.apiKeys().remove(gone.id());

    Stores reopened = store.open();

    assertThat(reopened.tenants().all()).containsExactly(changed, first);
    assertThat(reopened.apiKeys().of(DEFAULT)).containsExactly(key);
    assertThat(reopened.apiKeys().find(gone.hash())).isEmpty();
  }

  private ApiKey key(String text, @Nullable Instant expiresAt) {
    var id = new ApiKeyId(ids.next(ApiKeyId.PREFIX, TestTime.START));
    return new ApiKey(id, DEFAULT, Role.VIEWER, null, KeyHash.of(text), TestTime.START, expiresAt);
  }

  @Test
  void an_event_whose_delivery_cannot_be_written_is_not_accepted_at_all() {
    Stores stores = store.open();
    // Its webhook is not there, so the foreign key fails after the event was written.
    assertThatThrownBy(() ->
            stores
                .events()
                .accept(List.of(new Publication(event, List.of(delivery))), TestTime.START))
        .isInstanceOf(StoreException.class);

    stores.webhooks().add(webhook);
    accept(stores);
    assertThat(all(stores)).containsExactly(delivery);
  }

  @Test
  void every_commit_reaches_the_disk() throws SQLException {
    try (Connection connection =
        SqliteConnections.forWriting(store.url(), Durability.FULL).getConnection()) {
      assertThat(pragma(connection, "journal_mode")).isEqualTo("wal");
      assertThat(pragma(connection, "synchronous")).isEqualTo("2");
      assertThat(pragma(connection, "foreign_keys")).isEqualTo("1");
    }
  }

  @Test
  void a_commit_that_need_not_reach_the_disk_does_not() throws SQLException {
    try (Connection connection =
        SqliteConnections.forWriting(store.url(), Durability.NORMAL).getConnection()) {
      assertThat(pragma(connection, "synchronous")).isEqualTo("1");
    }
  }

  @Test
  void the_file_can_shrink() throws SQLException {
    store.open();
    try (Connection connection = DriverManager.getConnection(store.url())) {
      assertThat(pragma(connection, "auto_vacuum")).isEqualTo("2");
    }
  }

  private void accept(Stores stores) {
    if (stores.webhooks().of(DEFAULT).isEmpty()) {
      stores.webhooks().add(webhook);
    }
    stores.events().accept(List.of(new Publication(event, List.of(delivery))), TestTime.START);
  }

  private static List<Delivery> all(Stores stores) {
    return stores.deliveries().list(new DeliveryQuery(DEFAULT, null, null, null, 10));
  }

  private static String pragma(Connection connection, String name) throws SQLException {
    try (var statement = connection.createStatement();
        var result = statement.executeQuery("PRAGMA " + name)) {
      return result.getString(1);
    }
  }
}
