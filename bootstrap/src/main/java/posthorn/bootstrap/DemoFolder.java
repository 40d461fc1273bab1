package posthorn.bootstrap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import posthorn.bootstrap.config.Setting;

/** Where the demo keeps its data while it runs, and what else is different about it. */
record DemoFolder(Path path) implements AutoCloseable {
  /** So that a receiver on this machine can be reached, and retries can be waited for. */
  static final Map<Setting, String> CHOICES =
      Map.of(
          Setting.OUTBOUND_ALLOW_HTTP, "true",
          Setting.OUTBOUND_ALLOWED_NETWORKS, "127.0.0.0/8",
          Setting.OUTBOUND_TIMEOUT, "5s",
          Setting.RETRY_DELAYS, "2s,4s,8s,15s");

  static DemoFolder make() throws IOException {
    return new DemoFolder(Files.createTempDirectory("posthorn-demo-"));
  }

  /** Where all that it writes is, so that nothing of it is left. */
  Map<Setting, String> places() {
    return Map.of(
        Setting.DATA_DIR, path.toString(),
        Setting.STORE_URL, "",
        Setting.SECRETS_KEY_FILE, "",
        Setting.RETENTION_ARCHIVE_DIR, "");
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      all.sorted(Comparator.reverseOrder())
          .forEach(file -> {
            try {
              Files.deleteIfExists(file);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
