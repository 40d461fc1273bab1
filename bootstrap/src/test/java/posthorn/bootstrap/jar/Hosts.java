package posthorn.bootstrap.jar;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The names that a server knows: a file that Java reads at every lookup, and that may hang. */
final class Hosts implements AutoCloseable {
  private final Path folder = Files.createTempDirectory("posthorn-hosts");
  private final Path file = folder.resolve("hosts");
  private final Path hanging = folder.resolve("hanging");
  private String lines;
  private boolean hangs;

  Hosts(String lines) throws IOException {
    this.lines = lines;
    answer();
  }

  /** What a server is started with that asks here, every time. */
  Map<String, String> settings() {
    return Map.of(
        "JAVA_TOOL_OPTIONS",
        "-Djdk.net.hosts.file="
            + file
            + " -Dsun.net.inetaddr.ttl=0 -Dsun.net.inetaddr.negative.ttl=0");
  }

  /** Those who ask from now on wait until {@link #letGo}. */
  void hang() throws IOException, InterruptedException {
    var made = new ProcessBuilder("mkfifo", hanging.toString()).inheritIO().start();
    assertThat(made.waitFor()).isZero();
    made = new ProcessBuilder("ln", "-f", hanging.toString(), file.toString()).inheritIO().start();
    assertThat(made.waitFor()).isZero();
    hangs = true;
  }

  /** Those who ask from now on get an answer. */
  void answer() throws IOException {
    Path written = Files.writeString(folder.resolve("written"), lines + "\n");
    Files.move(written, file, ATOMIC_MOVE, REPLACE_EXISTING);
  }

  void become(String others) throws IOException {
    lines = others;
    answer();
  }

  /** Those who wait learn that there is no such name. */
  void letGo() throws IOException {
    if (hangs) {
      hangs = false;
      // That somebody opens it, and closes it, is all they wait for; nobody need be waiting.
      new RandomAccessFile(hanging.toFile(), "rw").close();
    }
  }

  @Override
  public void close() throws IOException {
    letGo();
  }
}
