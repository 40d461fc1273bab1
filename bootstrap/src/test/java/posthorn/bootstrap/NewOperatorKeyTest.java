package posthorn.bootstrap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewOperatorKeyTest {
  private static final String KEY = "ph_made";

  @TempDir Path folder;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, UTF_8);

  @Test
  void a_terminal_is_shown_the_key() {
    new NewOperatorKey(file(), true, out).accept(KEY);

    assertThat(printed.toString(UTF_8)).contains("shown only this once: " + KEY);
    assertThat(file()).doesNotExist();
  }

  @Test
  void anything_else_is_told_of_a_file_for_the_owner_alone() throws Exception {
    new NewOperatorKey(file(), false, out).accept("ph_before");
    new NewOperatorKey(file(), false, out).accept(KEY);

    assertThat(printed.toString(UTF_8)).contains(file().toString()).doesNotContain("ph_");
    assertThat(file()).hasContent(KEY);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void a_file_that_cannot_be_written_is_named() throws Exception {
    Path noFolder = Files.createFile(folder.resolve("file")).resolve("operator.key");

    assertThatThrownBy(() -> new NewOperatorKey(noFolder, false, out).accept(KEY))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(noFolder.toString());
  }

  private Path file() {
    return folder.resolve("operator.key");
  }
}
