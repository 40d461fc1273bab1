package posthorn.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What deliveries could reach at best: a {@link BareClient} that posts to the same receiver, in a
 * process of its own, as the server is. Within the receiver's process it would be faster than any
 * sender that has to reach the receiver from outside.
 */
final class HttpCeiling implements AutoCloseable {
  private final ChildProcess process;

  HttpCeiling(Path folder, Receiver receiver) throws IOException {
    process =
        ChildProcess.start(
            folder,
            "client",
            Map.of(),
            List.of("-cp", ChildProcess.jar(), BareClient.class.getName(), receiver.url()));
  }

  /** Requests per second, over so many. */
  double measure(int requests) throws IOException {
    return Double.parseDouble(process.ask(Integer.toString(requests)));
  }

  @Override
  public void close() {
    process.close();
  }
}
