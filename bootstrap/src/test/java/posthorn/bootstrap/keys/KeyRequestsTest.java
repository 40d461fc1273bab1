package posthorn.bootstrap.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import posthorn.application.access.AddApiKey;
import posthorn.application.access.RecordChange;
import posthorn.application.access.RemoveApiKey;
import posthorn.application.port.ApiKeys;
import posthorn.application.quota.TenantQuotas;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.bootstrap.keys.KeyRequest.Create;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;
import posthorn.files.PrivateFiles;

/** What the server does with the files of its folder; the clock stands. */
class KeyRequestsTest {
  private static final String ID = "0123456789abcdef";
  private static final KeyHash HASH = KeyHash.of("ph_the-text-is-in-no-file");

  @TempDir Path data;

  private final InstantSource time = InstantSource.fixed(TestTime.START);
  private final Stores stores = Stores.inMemory();
  private final ApiKeys keys = stores.apiKeys();
  private KeyFolder folder;
  private ApplyKeyRequest apply;
  private KeyRequests requests;

  @BeforeEach
  void start() {
    Path database = data.resolve("posthorn.db");
    folder = KeyFolder.beside(database);
    var ids = new SequentialIds();
    var quotas = new TenantQuotas(stores.tenants(), new TenantQuotas.Defaults(10, 10, 10, 10));
    apply =
        new ApplyKeyRequest(
            keys,
            stores.tenants(),
            new AddApiKey(keys, quotas, ids),
            new RemoveApiKey(keys),
            new RecordChange(stores.auditLog(), ids));
    requests = new KeyRequests(database, apply, time);
    requests.look();
  }

  @Test
  void a_request_is_done_answered_and_gone() throws Exception {
    put(text(time.instant()));

    requests.look();

    assertThat(keys.find(HASH)).isPresent();
    assertThat(answer()).startsWith("done the operator key key_");
    assertThat(folder.request(ID)).doesNotExist();
    assertThat(folder.taken(ID)).doesNotExist();
  }

  @Test
  void the_folder_is_its_owners_alone() throws Exception {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path())))
        .isEqualTo("rwx------");

    Files.setPosixFilePermissions(folder.path(), PosixFilePermissions.fromString("rwxrwxrwx"));
    put(text(time.instant()));
    requests.look();

    assertThat(keys.find(HASH)).isEmpty();
    assertThat(folder.answer(ID)).doesNotExist();
  }

  @Test
  void a_folder_of_another_user_is_neither_trusted_nor_written_into() throws Exception {
    put(text(time.instant()));
    var ofAnotherUser =
        new KeyRequests(data.resolve("posthorn.db"), apply, time, () -> "the-servers-user");

    ofAnotherUser.look();

    assertThat(keys.find(HASH)).isEmpty();
    assertThat(filesIn(folder.path())).containsExactly(folder.request(ID));
  }

  @Test
  void the_own_user_is_known_without_a_file_in_the_folder() throws Exception {
    Path mine = Files.createFile(data.resolve("mine"));

    assertThat(OwnUser.find()).isEqualTo(Files.getOwner(mine));
  }

  @Test
  void a_link_in_the_place_of_the_folder_is_refused_and_nothing_is_removed() throws Exception {
    Path elsewhere = Files.move(folder.path(), data.resolve("elsewhere"));
    Files.createSymbolicLink(folder.path(), elsewhere);
    put(text(time.instant()));
    Path old = old(folder.answer("fedcba9876543210"));

    requests.look();

    assertThat(keys.find(HASH)).isEmpty();
    assertThat(old).exists();
    assertThat(filesIn(elsewhere)).hasSize(2);
  }

  @Test
  void only_files_of_the_protocol_are_removed_when_they_are_old() throws Exception {
    String other = "fedcba9876543210";
    for (String foreign :
        List.of("posthorn.db", "x" + other + ".answer", other + ".answer.bak", other + ".new")) {
      old(folder.path().resolve(foreign));
    }
    old(folder.path().resolve(other + ".request8812.new"));
    old(folder.taken(other));
    old(folder.answer(other));
    Files.createDirectory(folder.answer("0000000000000000"));
    Files.setLastModifiedTime(folder.answer("0000000000000000"), FileTime.from(Instant.EPOCH));

    requests.look();

    assertThat(filesIn(folder.path()))
        .extracting(file -> file.getFileName().toString())
        .containsExactlyInAnyOrder(
            "posthorn.db",
            "x" + other + ".answer",
            other + ".answer.bak",
            other + ".new",
            "0000000000000000.answer");
  }

  @Test
  void a_request_that_others_can_read_is_refused() throws Exception {
    put(text(time.instant()));
    Files.setPosixFilePermissions(folder.request(ID), PosixFilePermissions.fromString("rw-r--r--"));

    refusedWith("can be read by others");
  }

  @Test
  void a_request_of_another_user_is_refused_with_what_to_do() throws Exception {
    Path file = Files.createFile(data.resolve("file"));

    Optional<String> distrust = KeyFolder.distrust(file, () -> "somebody-else");

    assertThat(distrust).get().asString().contains("runs as somebody-else", "as that user");
  }

  @Test
  void a_link_to_a_file_elsewhere_is_refused() throws Exception {
    Path elsewhere = data.resolve("elsewhere");
    PrivateFiles.writeNew(elsewhere, text(time.instant()));
    Files.createSymbolicLink(folder.request(ID), elsewhere);

    refusedWith("no plain file");
    assertThat(elsewhere).exists();
  }

  @Test
  void a_request_whose_command_has_stopped_waiting_is_refused() throws Exception {
    put(text(time.instant().minusSeconds(1)));

    refusedWith("too late");
  }

  @Test
  void what_is_no_request_is_refused() throws Exception {
    put("until=" + time.instant() + "\ndo=nothing\n");

    refusedWith("none that this version knows");
  }

  @Test
  void what_commands_left_that_died_is_removed() throws Exception {
    Path left = old(folder.answer("fedcba9876543210"));

    requests.look();

    assertThat(left).doesNotExist();
  }

  @Test
  void a_command_that_no_server_answers_withdraws_its_request() throws Exception {
    var askServer = new AskServer(data.resolve("posthorn.db"), time, Duration.ZERO);

    KeyAnswer answer = askServer.ask(create(), ID);

    assertThat(answer.text()).contains("did not answer", "nothing was changed");
    assertThat(folder.path()).isEmptyDirectory();
  }

  @Test
  void a_request_that_is_withdrawn_while_the_server_looks_is_not_answered() throws Exception {
    requests.answer(ID, Files.getOwner(folder.path()));

    assertThat(folder.answer(ID)).doesNotExist();
  }

  private void refusedWith(String reason) throws IOException {
    requests.look();

    assertThat(answer()).startsWith("refused ").contains(reason);
    assertThat(keys.find(HASH)).isEmpty();
    assertThat(folder.request(ID)).doesNotExist();
  }

  private Path old(Path file) throws IOException {
    Files.createFile(file);
    return Files.setLastModifiedTime(
        file, FileTime.from(time.instant().minus(Duration.ofMinutes(2))));
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private String answer() throws IOException {
    return Files.readString(folder.answer(ID));
  }

  private void put(String text) throws IOException {
    PrivateFiles.writeNew(folder.request(ID), text);
  }

  private static String text(Instant until) {
    return new RequestText(create(), until).text();
  }

  private static Create create() {
    return new Create(TenantId.DEFAULT, Role.OPERATOR, "a = name", null, HASH);
  }
}
