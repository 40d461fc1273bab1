package posthorn.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The server that is measured, from the same jar and by the same Java as this process. */
final class ServerProcess implements AutoCloseable {
  static final String OPERATOR_KEY = "ph_bench-operator-key";
  static final int HEAP_MEGABYTES = 512;
  static final String HEAP_LIMIT = "-Xmx" + HEAP_MEGABYTES + "m";

  private static final String READY = "posthorn ready on ";
  private static final String GC_LOG = "gc.log";
  private static final int LOG_TAIL = 30;
  private static final long STOP_SECONDS = 60;

  private final Process process;
  private final Path folder;
  private final Path log;
  private final InetSocketAddress address;

  private ServerProcess(Process process, Path folder, Path log) throws IOException {
    this.process = process;
    this.folder = folder;
    this.log = log;
    this.address = readAddress();
  }

  /** What the server runs with, beside its defaults. */
  private static Map<String, String> settings(Path data) {
    return Map.of(
        "POSTHORN_HTTP_PORT", "0",
        "POSTHORN_DATA_DIR", data.toString(),
        "POSTHORN_OPERATOR_KEY", OPERATOR_KEY,
        "POSTHORN_OUTBOUND_ALLOW_HTTP", "true",
        "POSTHORN_OUTBOUND_ALLOWED_NETWORKS", "127.0.0.0/8");
  }

  /** Starts it with its data in this folder, and waits until it is ready. */
  static ServerProcess start(Path folder) throws IOException {
    Path data = Files.createDirectories(folder.resolve("server"));
    Path log = folder.resolve("server.log");
    var builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            HEAP_LIMIT,
            // So that a full heap is seen as what it is, and not as a slow server.
            "-XX:+ExitOnOutOfMemoryError",
            "-Xlog:gc:" + GC_LOG,
            "-jar",
            jar().toString(),
            "serve");
    builder.environment().keySet().removeIf(name -> name.startsWith("POSTHORN_"));
    builder.environment().putAll(settings(data));
    // Not where a posthorn.properties may lie.
    builder.directory(folder.toFile());
    Process process = builder.redirectError(log.toFile()).start();
    return new ServerProcess(process, data, log);
  }

  private static Path jar() {
    try {
      Path source =
          Path.of(ServerProcess.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isRegularFile(source) && source.getFileName().toString().equals("posthorn.jar")) {
        return source;
      }
    } catch (URISyntaxException e) {
      throw new BenchException("the jar could not be found", e);
    }
    throw new BenchException(
        "the benchmark starts the server from posthorn.jar, so it must itself be run from there:"
            + " java -jar bootstrap/build/libs/posthorn.jar bench");
  }

  private InetSocketAddress readAddress() throws IOException {
    BufferedReader out = process.inputReader();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(READY)) {
        URI uri = URI.create(line.substring(READY.length()));
        return new InetSocketAddress(uri.getHost(), uri.getPort());
      }
    }
    throw died();
  }

  InetSocketAddress address() {
    return address;
  }

  Path database() {
    return folder.resolve("posthorn.db");
  }

  /** Fails with the end of its log if it is no longer there. */
  void check() {
    if (!process.isAlive()) {
      throw died();
    }
  }

  private BenchException died() {
    int code = process.onExit().join().exitValue();
    return new BenchException("the server ended with " + code + "; its log ends with:\n" + tail());
  }

  private String tail() {
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_TAIL), lines.size()));
    } catch (IOException e) {
      return "(it cannot be read: " + e.getMessage() + ")";
    }
  }

  /** The time that it has used of all processors together. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** The most its heap ever held, in megabytes, as it was found by its garbage collector. */
  OptionalLong peakHeapMegabytes() {
    return GcLog.peakMegabytes(log.resolveSibling(GC_LOG));
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

  /** Asks it to stop, and insists after a while. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly().onExit().join();
  }
}
