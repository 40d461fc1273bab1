package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A receiver on loopback; what it answers can be changed at any time. */
final class Receiver implements AutoCloseable {
  record Received(Headers headers, String body) {
    String header(String name) {
      return headers.getFirst(name);
    }
  }

  private final HttpServer server;
  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private final Consumer<Received> witness;
  private final AtomicInteger unanswered = new AtomicInteger();
  private volatile int status = 200;
  private volatile CountDownLatch gate = new CountDownLatch(0);

  /** Keeps the requests for {@link #next}. */
  Receiver() throws IOException {
    witness = received::add;
    server = listening();
  }

  /** Keeps none of the requests; shows each to the witness before it is answered. */
  Receiver(Consumer<Received> witness) throws IOException {
    this.witness = witness;
    server = listening();
  }

  private HttpServer listening() throws IOException {
    var listening =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    listening.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    listening.createContext("/", this::handle);
    listening.start();
    return listening;
  }

  int port() {
    return server.getAddress().getPort();
  }

  void answer(int newStatus) {
    status = newStatus;
  }

  /** From now on no request is answered until {@link #letGo}. */
  void hold() {
    gate = new CountDownLatch(1);
  }

  void letGo() {
    gate.countDown();
  }

  /** The next request, which must come soon. */
  Received next() throws InterruptedException {
    Received next = received.poll(60, TimeUnit.SECONDS);
    assertThat(next).as("a request").isNotNull();
    return next;
  }

  /** How many requests came and have no answer yet. */
  int unanswered() {
    return unanswered.get();
  }

  boolean isQuiet() {
    return received.isEmpty();
  }

  private void handle(HttpExchange exchange) throws IOException {
    unanswered.incrementAndGet();
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      witness.accept(new Received(exchange.getRequestHeaders(), body));
      gate.await();
      exchange.sendResponseHeaders(status, -1);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      unanswered.decrementAndGet();
    }
  }

  @Override
  public void close() {
    letGo();
    server.stop(0);
  }
}
