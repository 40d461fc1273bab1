package posthorn.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {
  @TempDir Path folder;

  @Test
  void a_new_file_is_whole_and_for_its_owner_alone() throws IOException {
    Path file = folder.resolve("deep").resolve("file");

    PrivateFiles.writeNew(file, "öne");

    assertThat(file).hasContent("öne");
    assertThat(PrivateFiles.isPrivate(file)).isTrue();
    assertThat(file.getParent())
        .isDirectoryContaining("glob:**file")
        .isDirectoryNotContaining("glob:**.new");
  }

  @Test
  void a_file_that_is_there_is_not_replaced() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "first");

    assertThatThrownBy(() -> PrivateFiles.writeNew(file, "second"))
        .isInstanceOf(FileAlreadyExistsException.class);

    assertThat(file).hasContent("first");
    assertThat(folder).isDirectoryNotContaining("glob:**.new");
  }

  @Test
  void who_may_read_it_is_seen() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "text");
    for (String open : new String[] {"rw-r-----", "rw----r--", "rw--w----"}) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(open));
      assertThat(PrivateFiles.isPrivate(file)).as(open).isFalse();
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    assertThat(PrivateFiles.isPrivate(file)).isTrue();
  }
}
