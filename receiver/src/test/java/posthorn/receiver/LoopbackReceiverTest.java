package posthorn.receiver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import posthorn.receiver.Step.Close;

class LoopbackReceiverTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Duration MOMENT = Duration.ofMillis(1);
  private static final String POST =
      "POST /hook?x=1 HTTP/1.1\r\nHost: me\r\nContent-Length: 2\r\n\r\n{}";

  private final LoopbackReceiver receiver;

  LoopbackReceiverTest() throws IOException {
    receiver = new LoopbackReceiver(Behaviour.answer(200));
  }

  @AfterEach
  void close() throws IOException {
    receiver.close();
  }

  @Test
  void requests_are_recorded_as_they_came() throws IOException {
    receiver.behave(Behaviour.answer(200).then(new Close()));
    answerTo(POST);

    assertThat(receiver.requests())
        .singleElement()
        .satisfies(request -> {
          assertThat(request.text()).isEqualTo(POST);
          assertThat(request.method()).isEqualTo("POST");
          assertThat(request.target()).isEqualTo("/hook?x=1");
          assertThat(request.header("host")).contains("me");
          assertThat(request.header("absent")).isEmpty();
          assertThat(request.body()).isEqualTo("{}");
        });
  }

  @Test
  void an_answer_has_its_headers_and_its_length() throws IOException {
    receiver.behave(Behaviour.answer(201, Map.of("X-A", "b"), "made").then(new Close()));

    assertThat(answerTo(POST))
        .isEqualTo("HTTP/1.1 201 Scripted\r\nX-A: b\r\nContent-Length: 4\r\n\r\nmade");
  }

  @Test
  void when_to_come_again_is_said_in_seconds_or_as_a_date() throws IOException {
    receiver.behave(Behaviour.tooManyRequests(Duration.ofMinutes(2)).then(new Close()));
    assertThat(answerTo(POST)).contains("Retry-After: 120\r\n");

    receiver.behave(
        Behaviour.tooManyRequests(Instant.parse("2026-03-01T08:00:09Z")).then(new Close()));
    assertThat(answerTo(POST)).contains("Retry-After: Sun, 01 Mar 2026 08:00:09 GMT\r\n");
  }

  @Test
  void a_connection_is_used_again_and_counted_until_the_sender_leaves_it() throws Exception {
    try (Socket sender = connect()) {
      receiver.behave(Behaviour.raw("one"));
      send(sender, POST);
      assertThat(sender.getInputStream().readNBytes(3)).asString().isEqualTo("one");
      receiver.behave(Behaviour.raw("two").after(MOMENT));
      send(sender, POST);
      assertThat(sender.getInputStream().readNBytes(3)).asString().isEqualTo("two");

      assertThat(receiver.openConnections()).isEqualTo(1);
      assertThat(receiver.awaitNoConnection(MOMENT)).isFalse();
    }
    assertThat(receiver.awaitNoConnection(SOON)).isTrue();
    assertThat(receiver.connections()).isEqualTo(1);
  }

  @Test
  void whoever_leaves_a_stall_a_pause_or_an_endless_answer_is_missed_at_once() throws Exception {
    for (Behaviour behaviour :
        new Behaviour[] {
          Mischief.stall(),
          Behaviour.answer(200).after(Duration.ofDays(1)),
          Mischief.drippingHead(Duration.ofDays(1)),
          Mischief.endlessBody(200)
        }) {
      receiver.behave(behaviour);
      try (Socket sender = connect()) {
        send(sender, POST);
      }
      assertThat(receiver.awaitNoConnection(SOON)).as(behaviour.toString()).isTrue();
    }
  }

  @Test
  void a_drip_comes_byte_by_byte() throws IOException {
    receiver.behave(Behaviour.of(new Step.Drip("drip", MOMENT), new Close()));

    assertThat(answerTo(POST)).isEqualTo("drip");
  }

  @Test
  void a_reset_is_an_error_to_the_sender_and_a_close_is_an_end() throws IOException {
    receiver.behave(Mischief.closeWithoutAnswer());
    assertThat(answerTo(POST)).isEmpty();

    receiver.behave(Mischief.resetBeforeAnswer());
    assertThatThrownBy(() -> answerTo(POST)).isInstanceOf(SocketException.class);
  }

  @Test
  void what_is_no_request_that_it_can_read_is_hung_up_on() throws IOException {
    for (String line :
        new String[] {"Transfer-Encoding: chunked", "Content-Length: -1", "Content-Length: x"}) {
      assertThat(answerTo("POST / HTTP/1.1\r\n" + line + "\r\n\r\n")).as(line).isEmpty();
    }
    assertThat(receiver.requests()).isEmpty();
  }

  @Test
  void of_many_requests_the_last_are_remembered() throws IOException {
    try (Socket sender = connect()) {
      for (int i = 1; i <= 250; i++) {
        receiver.behave(Behaviour.raw("!"));
        send(sender, "GET /" + i + " HTTP/1.1\r\n\r\n");
        assertThat(sender.getInputStream().read()).isEqualTo('!');
      }
    }

    assertThat(receiver.requests()).hasSize(100);
    assertThat(receiver.requests().getFirst().target()).isEqualTo("/151");
    assertThat(receiver.requests().getLast().target()).isEqualTo("/250");
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), receiver.port());
  }

  private static void send(Socket sender, String request) throws IOException {
    sender.getOutputStream().write(request.getBytes(ISO_8859_1));
  }

  /** All that comes until the receiver hangs up. */
  private String answerTo(String request) throws IOException {
    try (Socket sender = connect()) {
      send(sender, request);
      return new String(sender.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }
}
