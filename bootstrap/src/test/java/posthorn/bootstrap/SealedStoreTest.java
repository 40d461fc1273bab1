package posthorn.bootstrap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import posthorn.application.port.SealException;
import posthorn.application.testing.Samples;
import posthorn.application.testing.Seals;
import posthorn.application.testing.SeededRandomness;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.config.ConfigurationException;
import posthorn.bootstrap.config.Sources;
import posthorn.domain.webhook.Webhook;
import posthorn.sqlite.SqliteStore;

class SealedStoreTest {
  private static final String KEY = "POSTHORN_SECRETS_KEY";
  private static final String PREVIOUS = "POSTHORN_SECRETS_PREVIOUS_KEYS";

  @TempDir Path folder;

  private final Webhook webhook = new Samples().webhook(DEFAULT, "*");
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @Test
  void the_first_start_makes_a_key_file_for_its_owner_alone() throws Exception {
    add(Map.of());
    String made = Files.readString(keyFile());

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(keyFile())))
        .isEqualTo("rw-------");
    assertThat(made).hasSize(45);
    // The next start takes it as it is.
    assertThat(found(Map.of())).isTrue();
    assertThat(keyFile()).hasContent(made.strip());
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.filter(file -> file.toString().endsWith(".new"))).isEmpty();
    }
  }

  @Test
  void a_key_file_that_others_can_read_is_refused_with_what_to_do() throws Exception {
    add(Map.of());
    Files.setPosixFilePermissions(keyFile(), PosixFilePermissions.fromString("rw-r-----"));

    assertThatThrownBy(() -> open(Map.of()))
        .hasMessageContaining("chmod 600 " + keyFile())
        .message()
        .doesNotContain(Files.readString(keyFile()).strip());
  }

  @Test
  void a_key_file_without_a_key_is_refused() throws Exception {
    Files.createFile(
        keyFile(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));

    assertThatThrownBy(() -> open(Map.of())).hasMessageContaining("does not hold 32 bytes");
  }

  @Test
  void a_configured_key_needs_no_file() throws Exception {
    add(key(1));

    assertThat(found(key(1))).isTrue();
    assertThat(keyFile()).doesNotExist();
  }

  @Test
  void a_lost_key_is_named_and_no_other_is_made_in_its_place() throws Exception {
    add(key(1));

    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(SealException.class)
        .hasMessageContaining(Seals.key(1).id());
    assertThat(keyFile()).doesNotExist();
    assertThat(found(key(1))).isTrue();
  }

  @Test
  void a_key_is_changed_by_sealing_anew() throws Exception {
    add(key(1));
    var changing = new HashMap<>(key(2));
    changing.put(PREVIOUS, Seals.key(1).text());

    assertThat(reencrypt(changing)).isZero();
    assertThat(printed.toString(UTF_8))
        .isEqualToIgnoringNewLines(
            "posthorn sealed the secrets of 1 webhooks and sources anew; all there are have the key"
                + " "
                + Seals.key(2).id()
                + " now");
    assertThat(found(key(2))).isTrue();
  }

  @Test
  void sealing_anew_without_the_earlier_key_or_beside_a_server_changes_nothing() throws Exception {
    add(key(1));

    assertThat(reencrypt(key(2))).isEqualTo(1);
    assertThat(printed.toString(UTF_8)).contains(Seals.key(1).id());
    try (var _ = DatabaseLock.acquire(configuration(key(1)).store().file()).orElseThrow()) {
      assertThat(reencrypt(key(1))).isEqualTo(1);
    }
    assertThat(printed.toString(UTF_8)).contains("another process uses the database");
    assertThat(found(key(1))).isTrue();
  }

  @Test
  void sealing_anew_makes_no_database() throws Exception {
    assertThat(reencrypt(key(1))).isEqualTo(1);
    assertThat(folder).isEmptyDirectory();
  }

  private int reencrypt(Map<String, String> settings) throws ConfigurationException {
    var stream = new PrintStream(printed, true, UTF_8);
    return new Reencrypt(stream, stream).run(configuration(settings));
  }

  private void add(Map<String, String> settings) throws ConfigurationException {
    try (SqliteStore store = open(settings)) {
      store.webhooks().add(webhook);
    }
  }

  private boolean found(Map<String, String> settings) throws ConfigurationException {
    try (SqliteStore store = open(settings)) {
      return store.webhooks().of(DEFAULT).contains(webhook);
    }
  }

  private SqliteStore open(Map<String, String> settings) throws ConfigurationException {
    return SealedStore.open(configuration(settings), new SeededRandomness(9));
  }

  private Configuration configuration(Map<String, String> settings) throws ConfigurationException {
    var environment = new HashMap<>(settings);
    environment.put("POSTHORN_DATA_DIR", folder.toString());
    return Sources.read(null, environment, Map.of());
  }

  private static Map<String, String> key(int number) {
    return Map.of(KEY, Seals.key(number).text());
  }

  private Path keyFile() {
    return folder.resolve("secret.key");
  }
}
