package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Channel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConnectionBoundsTest {
  private static final String SHARED = "127.0.0.1";
  private static final String STRANGER = "127.0.0.2";
  private static final String OTHER = "127.0.0.3";

  private final ConnectionBounds bounds =
      new ConnectionBounds(5, 2, address -> address.text().equals(SHARED));
  private final List<Channel> opened = new ArrayList<>();
  private ServerSocketChannel server;

  @BeforeEach
  void listen() throws IOException {
    server =
        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    opened.add(server);
  }

  @AfterEach
  void close() throws IOException {
    for (Channel channel : opened) {
      channel.close();
    }
  }

  @Test
  void one_address_gets_its_part_and_others_theirs() throws Exception {
    assertThat(connect(STRANGER).isOpen()).isTrue();
    assertThat(connect(STRANGER).isOpen()).isTrue();
    assertThat(connect(STRANGER).isOpen()).isFalse();
    assertThat(connect(OTHER).isOpen()).isTrue();
  }

  @Test
  void an_address_that_many_share_gets_all_that_there_are() throws Exception {
    for (int i = 0; i < 5; i++) {
      assertThat(connect(SHARED).isOpen()).isTrue();
    }
    assertThat(connect(SHARED).isOpen()).isFalse();
    assertThat(connect(OTHER).isOpen()).isFalse();
  }

  @Test
  void a_connection_that_ends_makes_room_once() throws Exception {
    SocketChannel first = connect(STRANGER);
    connect(STRANGER);
    bounds.onClosed(first);
    bounds.onAcceptFailed(first, new IOException("again"));

    assertThat(connect(STRANGER).isOpen()).isTrue();
    assertThat(connect(STRANGER).isOpen()).isFalse();
  }

  /** The server's end of it. */
  private SocketChannel connect(String from) throws IOException {
    SocketChannel client = SocketChannel.open().bind(new InetSocketAddress(from, 0));
    client.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.socket().getLocalPort()));
    SocketChannel accepted = server.accept();
    opened.addAll(List.of(client, accepted));
    bounds.onAccepting(accepted);
    return accepted;
  }
}
