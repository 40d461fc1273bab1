package posthorn.outbound;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A receiver on loopback that does to each request exactly what its script says. */
final class LoopbackReceiver implements AutoCloseable {

  /** What to do once a request was read; may write anything or nothing, and may close. */
  interface Script {
    void answer(Socket connection, OutputStream out) throws Exception;
  }

  private final ServerSocket server;
  private final Script script;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<Socket> connections = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final List<Thread> serving = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  LoopbackReceiver(Script script) throws IOException {
    this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), script);
  }

  /** One that listens there, be it with TLS or without. */
  LoopbackReceiver(ServerSocket server, Script script) {
    this.script = script;
    this.server = server;
    threads.execute(this::accept);
  }

  static LoopbackReceiver answering(String response) throws IOException {
    return new LoopbackReceiver((_, out) -> out.write(response.getBytes(ISO_8859_1)));
  }

  int port() {
    return server.getLocalPort();
  }

  /** The requests as they came, head and body. */
  List<String> requests() {
    return requests;
  }

  /** How many there ever were. */
  int connections() {
    return connections.size();
  }

  /** Waits until the sender has left them all. */
  void awaitNoConnection() throws InterruptedException {
    for (Thread server : List.copyOf(serving)) {
      server.join();
    }
  }

  /** Blocks a script until the test is over. */
  void hang() throws InterruptedException {
    closed.await();
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = server.accept();
        connections.add(connection);
        serving.add(Thread.startVirtualThread(() -> serve(connection)));
      }
    } catch (IOException _) {
      // Closed: the test is over.
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      InputStream in = connection.getInputStream();
      for (String head = readHead(in); !head.isEmpty(); head = readHead(in)) {
        byte[] body = in.readNBytes(contentLengthOf(head));
        requests.add(head + new String(body, ISO_8859_1));
        script.answer(connection, connection.getOutputStream());
        if (connection.isClosed()) {
          return;
        }
      }
    } catch (Exception _) {
      // The sender went away, as some tests want it to.
    }
  }

  private static String readHead(InputStream in) throws IOException {
    var head = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      head.write(b);
      if (head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
        return head.toString(ISO_8859_1);
      }
    }
    return "";
  }

  private static int contentLengthOf(String head) {
    return head.lines()
        .filter(line -> line.regionMatches(true, 0, "Content-Length:", 0, 15))
        .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
        .findFirst()
        .orElse(0);
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    server.close();
    for (Socket connection : connections) {
      connection.close();
    }
    threads.close();
  }
}
