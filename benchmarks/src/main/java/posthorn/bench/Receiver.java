package posthorn.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/**
 * Takes webhooks on loopback, answers 200 to each, and enters marked ones into their ledger; unless
 * it is asked to hang.
 */
final class Receiver implements Closeable {
  private static final int WAITING_CONNECTIONS = 1024;
  private static final byte[] OK =
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII);

  private static final byte[] HANGING_PATH = "/hang".getBytes(US_ASCII);
  private static final int LONGEST_TARGET = 100;

  private final ServerSocket server;
  private final boolean mayHang;
  private final LongAdder hanging = new LongAdder();
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final List<Ledger> ledgers = new CopyOnWriteArrayList<>();
  private final LongAdder strays = new LongAdder();

  Receiver() throws IOException {
    this(new ServerSocket(0, WAITING_CONNECTIONS, InetAddress.getLoopbackAddress()), false);
  }

  private Receiver(ServerSocket server, boolean mayHang) {
    this.server = server;
    this.mayHang = mayHang;
    Thread.ofVirtual().start(this::accept);
  }

  /** One at every address of this machine, which hangs where its URL says so. */
  static Receiver onAnyAddress() throws IOException {
    return new Receiver(new ServerSocket(0, WAITING_CONNECTIONS), true);
  }

  String url() {
    return address() + "/hook";
  }

  String address() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  /** Where requests are taken and never answered. */
  String hangingUrl(String host) {
    return "http://" + host + ":" + server.getLocalPort() + "/hang";
  }

  /** How many requests were left to hang. */
  long hanging() {
    return hanging.sum();
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
        if (mayHang && hangs(requests)) {
          hanging.increment();
          // Until the sender has had enough.
          int _ = connection.getInputStream().read();
          return;
        }
        enter(requests);
        out.write(OK);
      }
    } catch (IOException _) {
      // The sender is gone. If that lost an event, its ledger will tell.
    } finally {
      connections.remove(connection);
    }
  }

  private static boolean hangs(MessageReader request) {
    int end = Math.min(request.bodyStart(), LONGEST_TARGET) - HANGING_PATH.length;
    for (int at = 0; at < end; at++) {
      if (Arrays.equals(
          request.bytes(), at, at + HANGING_PATH.length, HANGING_PATH, 0, HANGING_PATH.length)) {
        return true;
      }
    }
    return false;
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
