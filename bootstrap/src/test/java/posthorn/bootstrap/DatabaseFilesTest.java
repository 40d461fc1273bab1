package posthorn.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import posthorn.application.testing.Samples;
import posthorn.application.testing.SeededRandomness;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.config.Sources;
import posthorn.sqlite.SqliteStore;

/** In a folder that was there before and is open to all, as a volume often is. */
class DatabaseFilesTest {
  @TempDir Path folder;

  @BeforeEach
  void openTheFolder() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void what_the_database_consists_of_is_its_owners_alone() throws Exception {
    Path database = folder.resolve("posthorn.db");
    try (var lock = DatabaseLock.acquire(database).orElseThrow();
        SqliteStore store = open()) {
      assertThat(lock).isNotNull();
      store.webhooks().add(new Samples().webhook(DEFAULT, "*"));

      assertThat(permissions())
          .containsKeys("posthorn.db", "posthorn.db-wal", "posthorn.db-shm", "posthorn.db.lock")
          .allSatisfy(
              (file, permissions) -> assertThat(permissions).as(file).isEqualTo("rw-------"));
    }
  }

  @Test
  void a_database_that_others_can_read_is_refused_with_what_to_do() throws Exception {
    open().close();
    Path database = folder.resolve("posthorn.db");
    Path log = Files.createFile(folder.resolve("posthorn.db-wal"));
    for (Path file : new Path[] {database, log}) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    }

    assertThatThrownBy(this::open).hasMessageContaining("chmod 600 " + database + " " + log + "'");
  }

  private SqliteStore open() throws Exception {
    Configuration configuration =
        Sources.read(null, Map.of("POSTHORN_DATA_DIR", folder.toString()), Map.of());
    return SealedStore.open(configuration, new SeededRandomness(9));
  }

  private Map<String, String> permissions() throws Exception {
    var permissions = new TreeMap<String, String>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        permissions.put(
            file.getFileName().toString(),
            PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
      }
    }
    return permissions;
  }
}
