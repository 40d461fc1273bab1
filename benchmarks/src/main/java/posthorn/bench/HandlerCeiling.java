package posthorn.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What publishing single events could reach at best: the same requests to a server that reads them
 * and answers, and no more.
 */
final class HandlerCeiling implements AutoCloseable {
  private final ChildProcess process;

  HandlerCeiling(Path folder) throws IOException {
    process =
        ChildProcess.start(
            folder,
            "handler",
            Map.of(),
            List.of("-cp", ChildProcess.jar(), EmptyHandler.class.getName()));
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
