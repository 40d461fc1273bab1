package posthorn.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SlowHeadsTest {
  private static final String REQUEST = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  private static final String PART = "GET / HTTP/1.1\r\nX-A: ";

  private final Server server = new Server();
  private final ServerConnector connector = new ServerConnector(server);
  private final SlowHeads slowHeads = new SlowHeads(connector);

  @BeforeEach
  void start() throws Exception {
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback) {
            callback.succeeded();
            return true;
          }
        });
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    server.stop();
  }

  @Test
  void a_first_head_that_drips_ends_its_connection() throws Exception {
    try (Socket socket = connect()) {
      send(socket, PART, 0);
      lookOften();

      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void so_does_a_later_one() throws Exception {
    try (Socket socket = connect()) {
      send(socket, REQUEST, 0);
      readAnswer(socket);
      slowHeads.look();
      send(socket, PART, REQUEST.length());
      lookOften();

      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void a_connection_that_waits_for_its_next_request_stays() throws Exception {
    try (Socket socket = connect()) {
      send(socket, REQUEST, 0);
      readAnswer(socket);
      lookOften();
      send(socket, REQUEST, REQUEST.length());

      readAnswer(socket);
    }
  }

  private void lookOften() {
    for (int i = 0; i < SlowHeads.LOOKS + 2; i++) {
      slowHeads.look();
    }
  }

  private Socket connect() throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
    socket.setSoTimeout(20_000);
    return socket;
  }

  /** Sends, and waits until the server has got it all. */
  private void send(Socket socket, String text, int before) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    await()
        .until(() ->
            connector.getConnectedEndPoints().stream()
                .anyMatch(
                    end -> end.getConnection().getBytesIn() == (long) before + text.length()));
  }

  private static void readAnswer(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    var answer = new StringBuilder();
    while (answer.indexOf("\r\n\r\n") < 0) {
      int read = in.read();
      assertThat(read).isNotNegative();
      answer.append((char) read);
    }
    assertThat(answer.toString()).startsWith("HTTP/1.1 200");
  }
}
