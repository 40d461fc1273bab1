package posthorn.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The server that is measured. */
final class ServerProcess implements AutoCloseable {
  static final String OPERATOR_KEY = "ph_the-bench-operator-key";

  private static final String GC_LOG = "gc.log";

  private final ChildProcess process;
  private final Path folder;

  private ServerProcess(ChildProcess process, Path folder) {
    this.process = process;
    this.folder = folder;
  }

  /** Starts it with its data in this folder, and waits until it is ready. */
  static ServerProcess start(Path folder) throws IOException {
    return start(folder, Map.of());
  }

  /** The same with other settings besides. */
  static ServerProcess start(Path folder, Map<String, String> besides) throws IOException {
    Path data = Files.createDirectories(folder.resolve("server"));
    List<String> arguments = List.of("-Xlog:gc:" + GC_LOG, "-jar", ChildProcess.jar(), "serve");
    return new ServerProcess(
        ChildProcess.start(folder, "server", settings(data, besides), arguments), folder);
  }

  /** What the server runs with, beside its defaults. */
  private static Map<String, String> settings(Path data, Map<String, String> besides) {
    var settings =
        new HashMap<>(
            Map.of(
                "POSTHORN_HTTP_PORT", "0",
                "POSTHORN_DATA_DIR", data.toString(),
                "POSTHORN_OPERATOR_KEY", OPERATOR_KEY,
                "POSTHORN_OUTBOUND_ALLOW_HTTP", "true",
                "POSTHORN_OUTBOUND_ALLOWED_NETWORKS", "127.0.0.0/8"));
    settings.putAll(besides);
    return settings;
  }

  InetSocketAddress address() {
    return process.address();
  }

  Path database() {
    return folder.resolve("server", "posthorn.db");
  }

  void check() {
    process.check();
  }

  Duration cpu() {
    return process.cpu();
  }

  /** The most its heap ever held, in megabytes, as it was found by its garbage collector. */
  OptionalLong peakHeapMegabytes() {
    return GcLog.peakMegabytes(folder.resolve(GC_LOG));
  }

  /** The most memory it ever had resident, in megabytes, where the system tells. */
  OptionalLong peakResidentMegabytes() {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.exists(status)) {
      return OptionalLong.empty();
    }
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
          .findFirst();
    } catch (IOException _) {
      return OptionalLong.empty();
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
