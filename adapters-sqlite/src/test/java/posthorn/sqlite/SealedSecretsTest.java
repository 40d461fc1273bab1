package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.SealException;
import posthorn.application.testing.ClientCertificates;
import posthorn.application.testing.Samples;
import posthorn.application.testing.Seals;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.retry.RetrySettings;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.webhook.Sending;
import posthorn.domain.webhook.Webhook;

/** What is on disk tells no secret, and cannot be put in another's place. */
class SealedSecretsTest {
  private static final SigningSecret NEXT = new SigningSecret("the-secret-after-the-first-one");
  private static final Sending CERTIFIED =
      new Sending(RetrySettings.NONE, null, Map.of(), null, ClientCertificates.ONE);
  private static final String ITS_ROW = " WHERE id = '%s'";

  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  private final Samples samples = new Samples();
  private final Webhook first = samples.webhook(DEFAULT, "*");
  private final Webhook second = samples.webhook(DEFAULT, "*");

  @Test
  void no_file_holds_a_secret_in_clear() throws IOException {
    Webhook rotated = addRotated(store.open());

    assertThat(store.bytes()).contains(rotated.id().value()).doesNotContain(secretsOf(rotated));
    store.close();
    assertThat(store.bytes()).contains(rotated.id().value()).doesNotContain(secretsOf(rotated));
    assertThat(store.open().webhooks().of(DEFAULT)).containsExactly(rotated);
  }

  @Test
  void the_key_of_a_client_certificate_is_sealed_too() throws IOException {
    Webhook webhook = samples.webhook(DEFAULT, second.settings().with(CERTIFIED));
    store.open(Seals.of(1)).webhooks().add(webhook);
    String[] lines = ClientCertificates.ONE.privateKey().split("\n", -1);
    assertThat(store.bytes()).doesNotContain(lines[1], lines[2]);

    store.open(Seals.of(2, 1));
    assertThat(store.resealSecrets()).isEqualTo(1);

    assertThat(store.open(Seals.of(2)).webhooks().of(DEFAULT)).containsExactly(webhook);
  }

  @Test
  void a_removed_webhook_leaves_not_even_a_sealed_secret() throws SQLException {
    Stores stores = store.open();
    addRotated(stores);
    stores.webhooks().remove(first.id());
    store.close();

    assertThat(select("secret FROM webhooks")).containsExactly("");
    assertThat(select("earlier_secrets FROM webhooks")).containsExactly("");
  }

  @Test
  void a_key_that_is_not_there_is_named_at_once() {
    store.open(Seals.of(1)).webhooks().add(first);

    assertThatThrownBy(() -> store.open(Seals.of(2, 3)))
        .isInstanceOf(SealException.class)
        .hasMessageContaining(Seals.key(1).id())
        .hasMessageContaining("secrets.previous_keys");
    assertThat(store.open(Seals.of(2, 3, 1)).webhooks().of(DEFAULT)).containsExactly(first);
  }

  @Test
  void secrets_that_were_swapped_changed_or_never_sealed_are_refused() throws SQLException {
    Stores stores = store.open();
    stores.webhooks().add(second);
    Webhook rotated = addRotated(stores);
    store.close();
    String own = "UPDATE webhooks SET secret = %s" + ITS_ROW.formatted(rotated.id().value());
    for (String other :
        List.of(
            "(SELECT w.secret FROM webhooks w WHERE w.id = '" + second.id().value() + "')",
            "earlier_secrets",
            "substr(secret, 1, 30) || 'AAAA' || substr(secret, 35)",
            "'" + NEXT.text() + "'")) {
      String before =
          select("secret FROM webhooks" + ITS_ROW.formatted(rotated.id().value())).getFirst();
      execute(own.formatted(other));
      assertThatThrownBy(store::open)
          .as(other)
          .isInstanceOf(SealException.class)
          .hasMessageContaining(rotated.id().value());
      execute(own.formatted("'" + before + "'"));
    }
    assertThat(store.open().webhooks().of(DEFAULT)).contains(second, rotated);
  }

  @Test
  void all_secrets_get_the_present_key_and_a_second_time_finds_none_left() throws IOException {
    Stores stores = store.open(Seals.of(1));
    Webhook rotated = addRotated(stores);
    stores.webhooks().add(second);

    store.open(Seals.of(2, 1));
    assertThat(store.bytes()).contains(Seals.key(1).id());
    assertThat(store.resealSecrets()).isEqualTo(2);
    assertThat(store.resealSecrets()).isZero();

    // The earlier key is needed no more, and nothing it sealed is left.
    assertThat(store.open(Seals.of(2)).webhooks().of(DEFAULT)).contains(rotated, second);
    store.close();
    assertThat(store.bytes()).contains(Seals.key(2).id()).doesNotContain(Seals.key(1).id());
  }

  @Test
  void what_was_sealed_anew_by_a_run_that_ended_early_is_not_touched_again() {
    Stores stores = store.open(Seals.of(1));
    stores.webhooks().add(first);
    stores.webhooks().add(second);
    Stores changed = store.open(Seals.of(2, 1));
    Webhook rotated = first.with(first.secret().rotate(NEXT, TestTime.START, overlap()), later());
    assertThat(changed.webhooks().replaceIfUnchanged(rotated)).isTrue();

    assertThat(store.resealSecrets()).isEqualTo(1);
    assertThat(store.open(Seals.of(2)).webhooks().of(DEFAULT)).contains(rotated, second);
  }

  private Webhook addRotated(Stores stores) {
    stores.webhooks().add(first);
    Webhook rotated = first.with(first.secret().rotate(NEXT, TestTime.START, overlap()), later());
    assertThat(stores.webhooks().replaceIfUnchanged(rotated)).isTrue();
    return rotated;
  }

  private static Duration overlap() {
    return Duration.ofHours(1);
  }

  private static Instant later() {
    return TestTime.START.plusSeconds(1);
  }

  private static String[] secretsOf(Webhook webhook) {
    return Stream.concat(
            Stream.of(webhook.secret().current()),
            webhook.secret().previous().stream().map(earlier -> earlier.secret()))
        .map(SigningSecret::text)
        .toArray(String[]::new);
  }

  private List<String> select(String what) throws SQLException {
    try (Connection connection = DriverManager.getConnection(store.url());
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT " + what)) {
      var texts = new ArrayList<String>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(store.url());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
