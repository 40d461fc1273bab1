package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tries what callers may take of the server before and while it answers them. */
final class HttpTrials implements LimitTrials {
  private static final int BATCH_BYTES = 16 * 1024 * 1024;
  private static final String STRANGER = "127.0.0.2";
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration DRIP = Duration.ofSeconds(1);

  @Override
  public Map<String, Trial> trials() {
    return Map.of(
        "http-connections", HttpTrials::aConnectionTooManyIsClosed,
        "http-connections-per-address", HttpTrials::anAddressHasItsPart,
        "http-body-memory", HttpTrials::bodiesTakeNoMoreMemory,
        "http-body-rate", HttpTrials::aBodyThatDripsIsRefused,
        "http-head-time", HttpTrials::aHeadThatDripsEndsItsConnection,
        "http-head-size", HttpTrials::aHeadThatIsTooLongIsRefused);
  }

  private static Posthorn start(Map<String, String> settings) throws IOException {
    return Posthorn.start(Files.createTempDirectory("posthorn-limits"), settings);
  }

  private static void aConnectionTooManyIsClosed() throws Exception {
    try (var posthorn = start(Map.of("POSTHORN_HTTP_MAX_CONNECTIONS", "3"))) {
      List<Socket> three = List.of(connect(posthorn), connect(posthorn), connect(posthorn));
      for (Socket socket : three) {
        assertThat(health(socket)).startsWith("HTTP/1.1 200");
      }
      try (Socket fourth = connect(posthorn)) {
        assertThat(health(fourth)).isEmpty();
      }
      close(three.getFirst());
      await().atMost(PATIENCE).until(() -> answersHealth(posthorn, "127.0.0.1"));
      three.forEach(HttpTrials::close);
    }
  }

  private static void anAddressHasItsPart() throws Exception {
    try (var posthorn = start(Map.of("POSTHORN_HTTP_MAX_CONNECTIONS_PER_ADDRESS", "2"))) {
      var held = new ArrayList<Socket>();
      for (int i = 0; i < 2; i++) {
        Socket socket = connect(posthorn, STRANGER);
        assertThat(health(socket)).startsWith("HTTP/1.1 200");
        held.add(socket);
      }
      assertThat(answersHealth(posthorn, STRANGER)).isFalse();
      assertThat(answersHealth(posthorn, "127.0.0.3")).isTrue();
      for (int i = 0; i < 5; i++) {
        Socket socket = connect(posthorn);
        assertThat(health(socket)).startsWith("HTTP/1.1 200");
        held.add(socket);
      }
      held.forEach(HttpTrials::close);
    }
  }

  private static void bodiesTakeNoMoreMemory() throws Exception {
    try (var posthorn =
        start(Map.of("POSTHORN_HTTP_MAX_BODY_MEMORY", Integer.toString(2 * BATCH_BYTES)))) {
      try (Socket first = connect(posthorn);
          Socket second = connect(posthorn)) {
        for (Socket socket : List.of(first, second)) {
          OutputStream out = socket.getOutputStream();
          out.write(batchHead(BATCH_BYTES));
          out.write(new byte[BATCH_BYTES - 1]);
        }
        await().atMost(PATIENCE).until(() -> publish(posthorn).statusCode() == 503);
        HttpResponse<String> refused = publish(posthorn);
        assertThat(refused.body()).contains("\"code\":\"busy\"");
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(posthorn.get("/healthz").path("status").asString()).isEqualTo("ok");
      }
      await().atMost(PATIENCE).until(() -> publish(posthorn).statusCode() == 202);
    }
  }

  private static HttpResponse<String> publish(Posthorn posthorn) throws Exception {
    return posthorn.post("/v1/events", "{\"event_type\":\"user.created\",\"data\":{}}");
  }

  private static void aBodyThatDripsIsRefused() throws Exception {
    try (var posthorn = start(Map.of());
        Socket socket = connect(posthorn)) {
      socket.getOutputStream().write(batchHead(BATCH_BYTES));
      drip(socket);
      assertThat(answer(socket)).startsWith("HTTP/1.1 408").contains("body_too_slow");
    }
  }

  private static void aHeadThatDripsEndsItsConnection() throws Exception {
    try (var posthorn = start(Map.of());
        Socket socket = connect(posthorn)) {
      socket.getOutputStream().write("GET /healthz HTTP/1.1\r\nX-A: ".getBytes(ISO_8859_1));
      drip(socket);
      assertThat(answer(socket)).isEmpty();
      assertThat(answersHealth(posthorn, "127.0.0.1")).isTrue();
    }
  }

  private static void aHeadThatIsTooLongIsRefused() throws Exception {
    try (var posthorn = start(Map.of());
        Socket socket = connect(posthorn)) {
      String head = "GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: " + "a".repeat(9_000) + "\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(ISO_8859_1));
      assertThat(answer(socket)).startsWith("HTTP/1.1 431");
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A byte a second, until the server answers or hangs up. */
  private static void drip(Socket socket) {
    await()
        .atMost(PATIENCE)
        .pollInterval(DRIP)
        .until(() -> {
          try {
            socket.getOutputStream().write('a');
            return socket.getInputStream().available() > 0;
          } catch (SocketException _) {
            return true;
          }
        });
  }

  private static byte[] batchHead(int length) {
    return String.join(
            "\r\n",
            "POST /v1/events/batch HTTP/1.1",
            "Host: a",
            "Authorization: Bearer " + Posthorn.KEY,
            "Content-Length: " + length,
            "",
            "")
        .getBytes(ISO_8859_1);
  }

  private static Socket connect(Posthorn posthorn) throws IOException {
    return connect(posthorn, "127.0.0.1");
  }

  private static Socket connect(Posthorn posthorn, String from) throws IOException {
    var socket = new Socket();
    socket.bind(new InetSocketAddress(from, 0));
    socket.setSoTimeout((int) PATIENCE.toMillis());
    socket.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), posthorn.address.getPort()));
    return socket;
  }

  private static boolean answersHealth(Posthorn posthorn, String from) throws IOException {
    try (Socket socket = connect(posthorn, from)) {
      return health(socket).startsWith("HTTP/1.1 200");
    }
  }

  /** The first line of the answer; empty where the server hung up. */
  private static String health(Socket socket) throws IOException {
    try {
      socket
          .getOutputStream()
          .write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(ISO_8859_1));
      InputStream in = socket.getInputStream();
      return new String(in.readNBytes("HTTP/1.1 200".length()), ISO_8859_1);
    } catch (SocketException _) {
      return "";
    }
  }

  /** All that comes until the server hangs up. */
  private static String answer(Socket socket) throws IOException {
    try {
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    } catch (SocketException _) {
      return "";
    }
  }
}
