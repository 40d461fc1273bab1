package posthorn.receiver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * An HTTP/1.1 receiver that does to each request exactly what its script says, on a virtual thread
 * a connection. What it cannot read as a request, it hangs up on.
 */
public final class LoopbackReceiver implements AutoCloseable {
  /** Some thousands of bad answers must not be remembered for ever. */
  private static final int KEPT_REQUESTS = 100;

  private static final int BACKLOG = 1024;

  private final ServerSocket server;
  private final Connections connections = new Connections();
  private final Queue<Request> requests = new ArrayDeque<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile Script script;

  /** One that listens there, be it with TLS or without. */
  public LoopbackReceiver(ServerSocket server, Script script) {
    this.server = server;
    this.script = script;
    threads.execute(this::accept);
  }

  public LoopbackReceiver(ServerSocket server, Behaviour behaviour) {
    this(server, _ -> behaviour);
  }

  /** One on a free port. */
  public LoopbackReceiver(Behaviour behaviour) throws IOException {
    this(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()), behaviour);
  }

  public int port() {
    return server.getLocalPort();
  }

  /** From the next request on; those that it is busy with go on as before. */
  public void behave(Behaviour behaviour) {
    script = _ -> behaviour;
  }

  /** The last requests. */
  public List<Request> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  /** How many there ever were. */
  public int connections() {
    return connections.total();
  }

  /** How many there are. */
  public int openConnections() {
    return connections.open();
  }

  /** Waits until senders have left them all; whether they did in this time. */
  public boolean awaitNoConnection(Duration patience) throws InterruptedException {
    return connections.awaitNone(patience);
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = server.accept();
        if (connections.add(connection)) {
          threads.execute(() -> serve(connection));
        } else {
          connection.close();
        }
      }
    } catch (IOException _) {
      // Closed: nobody is listened to any more.
    }
  }

  private void serve(Socket connection) {
    try (var peer = new Peer(connection)) {
      for (var request = peer.next(); request.isPresent(); request = peer.next()) {
        record(request.get());
        peer.perform(script.behaviourFor(request.get()));
      }
    } catch (IOException _) {
      // The sender went away, or speaks what is not understood here.
    } finally {
      connections.remove(connection);
    }
  }

  private void record(Request request) {
    synchronized (requests) {
      if (requests.size() == KEPT_REQUESTS) {
        requests.remove();
      }
      requests.add(request);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    connections.close();
    threads.close();
  }
}
