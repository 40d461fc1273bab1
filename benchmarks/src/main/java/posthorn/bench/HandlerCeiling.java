package posthorn.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What publishing single events could reach at best: the same requests to a server that does less
 * with them, in a process of its own.
 */
final class HandlerCeiling implements AutoCloseable {
  private final ChildProcess process;

  private HandlerCeiling(ChildProcess process) {
    this.process = process;
  }

  /** One that reads them and answers, and no more. */
  static HandlerCeiling empty(Path folder) throws IOException {
    return start(folder, "empty-handler", EmptyHandler.class);
  }

  /** One that also has the rows of an event written to a copy of that database. */
  static HandlerCeiling storing(Path folder, CopiedDatabase database) throws IOException {
    CopiedDatabase own = database.copiedTo(folder.resolve("storing-handler.db"));
    return start(
        folder, "storing-handler", StoringHandler.class, own.file().toString(), own.eventId());
  }

  private static HandlerCeiling start(
      Path folder, String name, Class<?> program, String... parameters) throws IOException {
    List<String> java =
        List.of("--enable-native-access=ALL-UNNAMED", "-cp", ChildProcess.jar(), program.getName());
    return new HandlerCeiling(
        ChildProcess.start(
            folder, name, Map.of(), Stream.concat(java.stream(), Stream.of(parameters)).toList()));
  }

  /** Requests per second, under such a load. */
  double measure(int requests, Load load) throws IOException, InterruptedException {
    try (var sending = new Sending(load, new Ledger(0, requests), process.address())) {
      return sending.result().perSecond();
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
