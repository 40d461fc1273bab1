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

/** A receiver on loopback; what it answers can be changed at any time. */
final class Receiver implements AutoCloseable {
  record Received(Headers headers, String body) {
    String header(String name) {
      return headers.getFirst(name);
    }
  }

  private final HttpServer server;
  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private volatile int status = 200;
  private volatile CountDownLatch gate = new CountDownLatch(0);

  Receiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
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

  boolean isQuiet() {
    return received.isEmpty();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      received.add(new Received(exchange.getRequestHeaders(), body));
      gate.await();
      exchange.sendResponseHeaders(status, -1);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    letGo();
    server.stop(0);
  }
}
