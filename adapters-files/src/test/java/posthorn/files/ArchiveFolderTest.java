package posthorn.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import posthorn.application.port.ArchiveSpace.Taken;

class ArchiveFolderTest {
  @TempDir Path folder;

  @Test
  void a_folder_takes_what_its_files_take() throws Exception {
    Files.writeString(folder.resolve("events-2026-01-31.jsonl"), "12345");
    Files.writeString(folder.resolve("deliveries-2026-01-31.jsonl"), "123");

    Taken taken = new ArchiveFolder(folder).taken().orElseThrow();

    assertThat(taken.folder()).isEqualTo(folder.toString());
    assertThat(taken.files()).isEqualTo(2);
    assertThat(taken.bytes()).isEqualTo(8);
    assertThat(taken.diskFreeBytes()).isPositive();
  }

  @Test
  void a_folder_that_is_not_there_yet_takes_nothing() {
    Taken taken = new ArchiveFolder(folder.resolve("a/b")).taken().orElseThrow();

    assertThat(taken.files()).isZero();
    assertThat(taken.bytes()).isZero();
    assertThat(taken.diskFreeBytes()).isPositive();
  }
}
