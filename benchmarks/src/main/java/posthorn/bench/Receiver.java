package posthorn.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/** Takes webhooks on loopback, answers 200 to each, and enters marked ones into their ledger. */
final class Receiver implements Closeable {
  private static final int WAITING_CONNECTIONS = 1024;
  private static final byte[] OK =
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII);

  private final ServerSocket server;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final List<Ledger> ledgers = new CopyOnWriteArrayList<>();
  private final LongAdder strays = new LongAdder();

  Receiver() throws IOException {
    server = new ServerSocket(0, WAITING_CONNECTIONS, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + server.getLocalPort() + "/hook";
  }

  /** What is numbered as in the ledger is entered there from now on, to the end of the run. */
  void enterInto(Ledger ledger) {
    ledgers.add(ledger);
  }

  /** How often an event came that had come before, or that nobody sent. */
  long repeated() {
    return strays.sum() + ledgers.stream().mapToLong(Ledger::repeated).sum();
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = server.accept();
        connections.add(connection);
        Thread.ofVirtual().start(() -> serve(connection));
      }
    } catch (IOException _) {
      // Closed, as there is nothing more to receive.
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      connection.setTcpNoDelay(true);
      var requests = new MessageReader(connection.getInputStream());
      OutputStream out = connection.getOutputStream();
      while (requests.next()) {
        enter(requests);
        out.write(OK);
      }
    } catch (IOException _) {
      // The sender is gone. If that lost an event, its ledger will tell.
    } finally {
      connections.remove(connection);
    }
  }

  private void enter(MessageReader request) {
    long now = System.nanoTime();
    int mark = Mark.find(request.bytes(), request.bodyStart(), request.bodyEnd());
    if (mark < 0) {
      return;
    }
    long number = Mark.number(request.bytes(), mark);
    // The newest is nearly always the one.
    for (int i = ledgers.size() - 1; i >= 0; i--) {
      if (ledgers.get(i).covers(number)) {
        ledgers.get(i).receive(number, Mark.nanoTime(request.bytes(), mark), now);
        return;
      }
    }
    strays.increment();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket connection : connections) {
      connection.close();
    }
  }
}
