package posthorn.bootstrap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import posthorn.application.port.Events.Publication;
import posthorn.application.testing.Samples;
import posthorn.application.testing.SeededRandomness;
import posthorn.application.testing.TestTime;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.config.ConfigurationException;
import posthorn.bootstrap.config.Sources;
import posthorn.domain.event.Event;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.webhook.Webhook;
import posthorn.files.PrivateFiles;
import posthorn.sqlite.SqliteStore;

class DoctorTest {
  private static final int LARGE = 100_000;
  private static final int COUNT = 40;

  @TempDir Path elsewhere;

  private Path folder;
  private final Samples samples = new Samples();
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, UTF_8);

  @BeforeEach
  void aFolderOfItsOwn() {
    folder = elsewhere.resolve("data");
  }

  @Test
  void before_the_first_start_nothing_is_wrong_and_nothing_is_made() throws Exception {
    assertThat(examine()).isZero();

    assertThat(lines())
        .anyMatch(line -> line.matches("ok +version +posthorn .* on Java .*"))
        .anyMatch(line -> line.matches("ok +data folder +.* is not there yet.*"))
        .anyMatch(line -> line.matches("ok +database +.* is not there yet.*"))
        .anyMatch(line -> line.matches("ok +sealing key +.* is not there yet.*"))
        .endsWith("posthorn doctor found 0 problems and 0 warnings");
    assertThat(elsewhere).isEmptyDirectory();
  }

  /** A link to itself can be seen by no user. */
  @Test
  void what_cannot_be_looked_at_is_not_said_to_be_missing() throws Exception {
    Files.createDirectories(folder);
    for (String name : List.of("posthorn.db", "secret.key")) {
      Files.createSymbolicLink(folder.resolve(name), folder.resolve(name));
    }

    assertThat(examine()).isEqualTo(1);

    assertThat(lines())
        .anyMatch(line -> line.matches("problem +database +.* cannot be looked at by this user"))
        .anyMatch(line -> line.matches("problem +sealing key +.* cannot be looked at by this user"))
        .noneMatch(line -> line.contains("not there yet"));
  }

  @Test
  void a_database_that_is_as_it_should_be_is_told_part_by_part() throws Exception {
    publish("{}");

    assertThat(examine()).isZero();

    assertThat(lines())
        .anyMatch(line -> line.matches("ok +configuration +.*"))
        .anyMatch(line -> line.matches("ok +data folder +.* is its owner's alone"))
        .anyMatch(line -> line.matches("ok +database file +.* is its owner's alone"))
        .anyMatch(line -> line.matches("ok +server +does not run.*"))
        .anyMatch(line -> line.matches("ok +database +.*posthorn.db is sound"))
        .anyMatch(line -> line.matches("ok +schema +is 1, up to date"))
        .anyMatch(line -> line.matches("ok +size +.*, of which .* are free; write-ahead log .*"))
        .anyMatch(line -> line.matches("ok +rows +events 1, deliveries 1, attempts 0, inbound.*"))
        .anyMatch(line -> line.matches("[a-z]+ +disk +.* are free on the disk.*"))
        .anyMatch(
            line -> line.matches("warning +backlog +1 deliveries are due, .*; start the server.*"))
        .anyMatch(line -> line.matches("ok +leases +0 leases are in the file.*"))
        .anyMatch(line -> line.matches("ok +dead letters +0 .*"))
        .anyMatch(line -> line.matches("ok +sealing key +.* is its owner's alone"))
        .anyMatch(line -> line.matches("ok +archive +none is set.*"));
  }

  @Test
  void beside_a_server_it_reads_and_locks_nothing() throws Exception {
    publish("{}");
    try (var lock = DatabaseLock.acquire(configuration().store().file()).orElseThrow();
        SqliteStore store = open()) {
      assertThat(lock).isNotNull();
      assertThat(examine()).isZero();
      // It still writes.
      store.webhooks().add(samples.webhook(DEFAULT, "*"));
    }

    assertThat(lines())
        .anyMatch(line -> line.matches("ok +server +runs; .*"))
        .anyMatch(line -> line.matches("ok +database +.* is sound"))
        .anyMatch(line -> line.matches("warning +backlog +.*see which receivers.*"));
  }

  @Test
  void files_for_others_to_read_are_problems_and_an_open_folder_a_warning() throws Exception {
    publish("{}");
    Path key = folder.resolve("secret.key");
    Path database = folder.resolve("posthorn.db");
    Files.setPosixFilePermissions(database, PosixFilePermissions.fromString("rw-r--r--"));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));

    assertThat(examine()).isEqualTo(1);

    assertThat(lines())
        .anyMatch(line -> line.matches("problem +sealing key +.*chmod 600 " + key + ".*"))
        .anyMatch(line -> line.matches("problem +database file +.*chmod 600 " + database + ".*"))
        .anyMatch(line -> line.matches("warning +data folder +.*chmod 700 " + folder + ".*"))
        .endsWith("posthorn doctor found 2 problems and 2 warnings");
  }

  @Test
  void a_lost_key_is_a_problem_where_secrets_are_sealed() throws Exception {
    publish("{}");
    Files.delete(folder.resolve("secret.key"));

    assertThat(examine()).isEqualTo(1);

    assertThat(lines())
        .anyMatch(line -> line.matches("problem +sealing key +.*restore it from a backup"));
  }

  @Test
  void a_damaged_database_is_a_problem() throws Exception {
    for (int i = 0; i < 10; i++) {
      publish(large());
    }
    Path file = configuration().store().file();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (long at = 4096; at < channel.size(); at += 4096) {
        channel.write(ByteBuffer.wrap("spoilt!!".repeat(512).getBytes(UTF_8)), at);
      }
    }

    assertThat(examine()).isEqualTo(1);

    assertThat(lines()).anyMatch(line -> line.matches("problem +database +.*restore a backup.*"));
  }

  @Test
  void a_file_of_another_kind_is_a_problem() throws Exception {
    Files.createDirectories(folder);
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("posthorn.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE others (id INTEGER)");
    }

    assertThat(examine()).isEqualTo(1);

    assertThat(lines())
        .anyMatch(line -> line.matches("problem +schema +.*not a database of posthorn"));
  }

  @Test
  void mistakes_in_the_configuration_are_problems() {
    assertThat(Doctor.misconfigured(out, List.of("http.port is wrong", "lease is wrong")))
        .isEqualTo(1);

    assertThat(lines())
        .contains("problem  configuration  http.port is wrong")
        .endsWith("posthorn doctor found 2 problems and 0 warnings");
  }

  @Test
  void freeing_removes_what_is_old_and_gives_all_its_space_back() throws Exception {
    keepOneAndRemoveMany();
    long before = size();

    assertThat(free(false)).isZero();

    assertThat(lines()).hasSize(3);
    assertThat(lines().get(0)).startsWith("before   database ");
    assertThat(lines().get(1)).startsWith("removed  0 deliveries, 0 attempts of others, 40 events");
    assertThat(lines().get(2)).contains("of which 0 bytes are free; write-ahead log 0 bytes");
    assertThat(size()).isLessThan(before / 4);
    assertThat(remaining()).isEqualTo(1);
  }

  @Test
  void the_file_can_be_written_anew() throws Exception {
    keepOneAndRemoveMany();
    long before = size();

    assertThat(free(true)).isZero();

    assertThat(lines().getLast()).contains("of which 0 bytes are free");
    assertThat(size()).isLessThan(before / 4);
    assertThat(remaining()).isEqualTo(1);
    assertThat(examine()).isZero();
  }

  @Test
  void space_is_not_freed_beside_a_server_nor_where_there_is_no_database() throws Exception {
    assertThat(free(false)).isEqualTo(1);
    assertThat(folder).doesNotExist();
    publish("{}");
    try (var _ = DatabaseLock.acquire(configuration().store().file()).orElseThrow()) {
      assertThat(free(false)).isEqualTo(1);
    }

    assertThat(lines())
        .satisfiesExactly(
            first -> assertThat(first).startsWith("posthorn: there is no database"),
            second -> assertThat(second).contains("another process uses", "stop it first"));
  }

  /** Old ones, which nobody wanted, and one that is still to be delivered. */
  private void keepOneAndRemoveMany() throws Exception {
    publish(large());
    try (SqliteStore store = open()) {
      for (int i = 0; i < COUNT; i++) {
        Event event = with(samples.event(DEFAULT, null, TestTime.START), large());
        store.events().accept(List.of(new Publication(event, List.of())), TestTime.START);
      }
    }
  }

  private long remaining() throws Exception {
    try (SqliteStore store = open()) {
      return requireNonNull(store.space().taken().rows().get("events")).count();
    }
  }

  private static String large() {
    return "\"" + "x".repeat(LARGE) + "\"";
  }

  /** An event for a webhook of its own, which nobody delivers. */
  private void publish(String data) throws Exception {
    try (SqliteStore store = open()) {
      Webhook webhook = samples.webhook(DEFAULT, "*");
      store.webhooks().add(webhook);
      Event event = with(samples.event(DEFAULT, null, TestTime.START), data);
      store
          .events()
          .accept(
              List.of(new Publication(event, List.of(samples.delivery(event, webhook)))),
              TestTime.START);
    }
  }

  private static Event with(Event event, String data) {
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

  private long size() throws Exception {
    return Files.size(configuration().store().file());
  }

  private int examine() throws ConfigurationException {
    return new Doctor(out, DoctorTest::now).run(configuration());
  }

  private int free(boolean rewrite) throws ConfigurationException {
    return new FreeSpace(out, out, DoctorTest::now, rewrite).run(configuration());
  }

  private static Instant now() {
    return TestTime.START.plus(Duration.ofDays(31));
  }

  private List<String> lines() {
    return printed.toString(UTF_8).lines().toList();
  }

  private SqliteStore open() throws Exception {
    PrivateFiles.createFolder(folder);
    return SealedStore.open(configuration(), new SeededRandomness(9));
  }

  private Configuration configuration() throws ConfigurationException {
    Map<String, String> environment = new HashMap<>();
    environment.put("POSTHORN_DATA_DIR", folder.toString());
    return Sources.read(null, environment, Map.of());
  }
}
