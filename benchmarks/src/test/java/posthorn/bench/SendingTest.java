package posthorn.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SendingTest {
  private static final String ID = "{\"event_id\":\"evt_1\",\"deliveries\":1}";

  private final ServerSocket server;
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private volatile String answer = "";

  SendingTest() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::serve);
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void single_events_have_their_own_numbers_and_take_turns_among_the_types() throws Exception {
    answer = answer(202, ID);
    Sent sent = send(new Ledger(14, 3), Load.singles(1));

    assertThat(sent.count()).isEqualTo(3);
    assertThat(sent.endedAt()).isGreaterThan(sent.startedAt());
    assertThat(bodies).hasSize(3);
    assertThat(bodies.getFirst())
        .startsWith("{\"event_type\":\"bench.14\",\"data\":{\"n\":\"000000000014\",\"at\":\"");
    assertThat(bodies.getLast())
        .startsWith("{\"event_type\":\"bench.00\",\"data\":{\"n\":\"000000000016\",");
  }

  @Test
  void batches_end_with_what_is_left() throws Exception {
    answer = answer(202, "{\"results\":[%s,%s]}".formatted(ID, ID));
    var load =
        new Load(1, 2, 0, Instant.parse("2026-01-01T00:00:00Z"), Duration.ofMinutes(1), null);
    Sent sent = send(new Ledger(0, 5), load);

    assertThat(sent.count()).isEqualTo(5);
    assertThat(bodies).hasSize(3);
    assertThat(bodies.getFirst())
        .startsWith(
            "{\"events\":[{\"event_type\":\"bench.00\",\"deliver_at\":\"2026-01-01T00:00:00Z\",")
        .contains("},{\"event_type\":\"bench.01\"")
        .endsWith("\"}}]}");
    assertThat(bodies.getLast()).startsWith("{\"event_type\":\"bench.04\"");
  }

  @Test
  void an_event_that_is_not_accepted_ends_it() {
    answer = answer(503, "{}");
    assertThatThrownBy(() -> send(new Ledger(0, 3), Load.singles(1)))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("503");
  }

  @Test
  void so_does_one_of_a_batch() {
    answer = answer(202, "{\"results\":[%s,{\"error\":{}}]}".formatted(ID));
    var load = new Load(1, 2, 0, null, Duration.ofMinutes(1), null);
    assertThatThrownBy(() -> send(new Ledger(0, 4), load)).isInstanceOf(BenchException.class);
  }

  private Sent send(Ledger ledger, Load load) throws Exception {
    var address = new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    try (var sending = new Sending(load, ledger, address)) {
      return sending.result();
    }
  }

  private static String answer(int status, String body) {
    return "HTTP/1.1 %d .\r\nContent-Length: %d\r\n\r\n%s".formatted(status, body.length(), body);
  }

  private void serve() {
    try (Socket connection = server.accept()) {
      var requests = new MessageReader(connection.getInputStream());
      while (requests.next()) {
        bodies.add(requests.body());
        connection.getOutputStream().write(answer.getBytes(US_ASCII));
      }
    } catch (IOException _) {
      // The test is over.
    }
  }
}
