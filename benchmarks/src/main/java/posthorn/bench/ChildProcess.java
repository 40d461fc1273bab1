package posthorn.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program in a process of its own, from the same jar and by the same Java as this process. */
final class ChildProcess implements AutoCloseable {
  static final int HEAP_MEGABYTES = 512;
  static final String HEAP_LIMIT = "-Xmx" + HEAP_MEGABYTES + "m";

  /** What it prints when it is ready, before its address or that of whom it sends to. */
  static final String READY = "posthorn ready on ";

  private static final int LOG_TAIL = 30;
  private static final long STOP_SECONDS = 60;

  private final Process process;
  private final Path log;
  private final InetSocketAddress address;

  private ChildProcess(Process process, Path log) throws IOException {
    this.process = process;
    this.log = log;
    this.address = readAddress();
  }

  /**
   * Starts it and waits until it is ready.
   *
   * @param folder where it runs and its log goes
   * @param name of the log
   * @param arguments of Java
   */
  static ChildProcess start(
      Path folder, String name, Map<String, String> environment, List<String> arguments)
      throws IOException {
    Path log = folder.resolve(name + ".log");
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // So that a full heap is seen as what it is, and not as a slow server.
    command.addAll(List.of(HEAP_LIMIT, "-XX:+ExitOnOutOfMemoryError"));
    command.addAll(arguments);
    var builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(key -> key.startsWith("POSTHORN_"));
    builder.environment().putAll(environment);
    // Not where a posthorn.properties may lie.
    builder.directory(folder.toFile());
    return new ChildProcess(builder.redirectError(log.toFile()).start(), log);
  }

  /** The jar that this process runs from. */
  static String jar() {
    try {
      Path source =
          Path.of(ChildProcess.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isRegularFile(source) && source.getFileName().toString().equals("posthorn.jar")) {
        return source.toString();
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

  /** Writes a line to its standard input; the next one that it prints. */
  String ask(String question) throws IOException {
    BufferedWriter in = process.outputWriter();
    in.write(question);
    in.newLine();
    in.flush();
    String answer = process.inputReader().readLine();
    if (answer == null) {
      throw died();
    }
    return answer;
  }

  long pid() {
    return process.pid();
  }

  /** Fails with the end of its log if it is no longer there. */
  void check() {
    if (!process.isAlive()) {
      throw died();
    }
  }

  private BenchException died() {
    int code = process.onExit().join().exitValue();
    String program = log.getFileName().toString().replace(".log", "");
    return new BenchException(
        "the " + program + " ended with " + code + "; its log ends with:\n" + tail());
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
