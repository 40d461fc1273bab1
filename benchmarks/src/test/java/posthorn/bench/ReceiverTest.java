package posthorn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReceiverTest {
  private final Receiver receiver;
  private final Connection connection;

  ReceiverTest() throws IOException {
    receiver = new Receiver();
    connection =
        new Connection(
            new InetSocketAddress(
                InetAddress.getLoopbackAddress(), URI.create(receiver.url()).getPort()));
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
    receiver.close();
  }

  @Test
  void what_is_marked_is_entered_with_its_delay() throws IOException {
    var ledger = new Ledger(5, 2);
    receiver.enterInto(ledger);
    var request = new PublishRequest(1, null);
    long sentAt = System.nanoTime();

    assertThat(connection.exchange(request.marked(5, sentAt)).status()).isEqualTo(200);
    assertThat(connection.exchange(request.marked(6, sentAt)).status()).isEqualTo(200);

    assertThat(ledger.isComplete()).isTrue();
    double elapsed = (System.nanoTime() - sentAt) / 1e6;
    assertThat(ledger.delays().p999()).isBetween(0.0, elapsed);
    assertThat(receiver.repeated()).isZero();
  }

  @Test
  void what_comes_twice_or_was_never_sent_is_noticed() throws IOException {
    receiver.enterInto(new Ledger(5, 1));
    var request = new PublishRequest(1, null);

    connection.exchange(request.marked(5, 0));
    connection.exchange(request.marked(5, 0));
    connection.exchange(request.marked(77, 0));

    assertThat(receiver.repeated()).isEqualTo(2);
  }

  @Test
  void what_is_not_marked_is_only_answered() throws IOException {
    byte[] request = Connection.headOf("/", 0);
    assertThat(connection.exchange(request).status()).isEqualTo(200);
    assertThat(receiver.repeated()).isZero();
  }

  @Test
  void one_that_may_hang_does_so_where_its_url_says_so_until_the_sender_goes() throws IOException {
    try (var hanging = Receiver.onAnyAddress()) {
      int port = URI.create(hanging.address()).getPort();
      assertThat(hanging.hangingUrl("127.0.0.2")).isEqualTo("http://127.0.0.2:" + port + "/hang");
      try (var answered =
          new Connection(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
        assertThat(answered.exchange(Connection.headOf("/hook", 0)).status()).isEqualTo(200);
      }
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.getOutputStream().write(Connection.headOf("/hang", 0));
        socket.shutdownOutput();
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
        assertThat(hanging.hanging()).isEqualTo(1);
      }
    }
  }
}
