package posthorn.outbound;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.outbound.Senders.LONG;
import static posthorn.outbound.Senders.request;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.application.port.WebhookRequest;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.Blocked;
import posthorn.domain.retry.AttemptOutcome.TimedOut;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Unreachable.Trouble;
import posthorn.domain.tenant.TenantId;
import posthorn.receiver.Behaviour;
import posthorn.receiver.LoopbackReceiver;
import posthorn.receiver.Mischief;

class PooledWebhookSenderTest {
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Behaviour OK = Behaviour.answer(200, Map.of(), "ok");

  private final PooledWebhookSender sender = Senders.toLoopback();

  @AfterEach
  void close() {
    sender.close();
  }

  @Test
  void a_request_is_a_post_of_exactly_the_body_with_our_headers_in_order() throws IOException {
    try (var receiver = new LoopbackReceiver(OK)) {
      var headers = new LinkedHashMap<String, String>();
      headers.put("X-Webhook-Event", "user.created");
      headers.put("webhook-id", "evt_1");
      AttemptOutcome outcome =
          sender.send(
              new WebhookRequest(
                  TenantId.DEFAULT,
                  new WebhookUrl(
                      URI.create("http://127.0.0.1:" + receiver.port() + "/a%20path?q=1")),
                  headers,
                  JsonBytes.of("{\"a\":1}"),
                  LONG));

      assertThat(outcome)
          .isInstanceOfSatisfying(
              Answered.class,
              answered -> {
                assertThat(answered.status()).isEqualTo(200);
                assertThat(answered.bodySample()).isEqualTo("ok");
                assertThat(answered.remoteAddress()).isEqualTo("127.0.0.1");
              });
      assertThat(receiver.requests())
          .singleElement()
          .satisfies(request -> {
            assertThat(request.text())
                .startsWith("POST /a%20path?q=1 HTTP/1.1\r\n")
                .endsWith("\r\n\r\n{\"a\":1}");
            assertThat(request.text().lines())
                .contains(
                    "Content-Type: application/json",
                    "Content-Length: 7",
                    "Host: 127.0.0.1:" + receiver.port(),
                    "User-Agent: Posthorn/test")
                .containsSubsequence("X-Webhook-Event: user.created", "webhook-id: evt_1");
          });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "LocalHost"})
  void the_headers_that_are_recorded_are_those_that_a_receiver_gets(String host)
      throws IOException {
    try (var receiver = new LoopbackReceiver(OK)) {
      var headers = new LinkedHashMap<String, String>();
      headers.put("Authorization", "Bearer of-mine");
      headers.put("X-Webhook-Event", "user.created");
      var request =
          new WebhookRequest(
              TenantId.DEFAULT,
              new WebhookUrl(URI.create("http://" + host + ":" + receiver.port() + "/hook")),
              headers,
              JsonBytes.of("{\"a\": \"ü\"}"),
              LONG);
      assertThat(sender.send(request)).isInstanceOf(Answered.class);

      List<String> received =
          receiver.requests().getFirst().text().lines().takeWhile(line -> !line.isEmpty()).toList();
      assertThat(received)
          .filteredOn(line -> !line.startsWith("POST ") && !line.equals("Connection: keep-alive"))
          .containsExactlyElementsOf(
              sender.headersOf(request).entrySet().stream()
                  .map(header -> header.getKey() + ": " + header.getValue())
                  .toList());
    }
  }

  @Test
  void connections_are_used_again() throws IOException {
    try (var receiver = new LoopbackReceiver(OK)) {
      for (int i = 0; i < 20; i++) {
        send(receiver, LONG);
      }

      assertThat(receiver.requests()).hasSize(20);
      // Not always one: the client hands an answer out a moment before its connection is free.
      assertThat(receiver.connections()).isLessThan(10);
    }
  }

  @Test
  void a_redirect_is_an_answer_and_is_not_followed() throws IOException {
    try (var receiver =
        new LoopbackReceiver(
            Behaviour.raw(
                "HTTP/1.1 302 Found\r\n"
                    + "Location: /elsewhere\r\n"
                    + "X-Odd: a\r"
                    + "b\tc\r\n"
                    + "X-Twice: 1\r\n"
                    + "x-twice: 2\r\n"
                    + "Content-Length: 0\r\n\r\n"))) {
      assertThat(send(receiver, LONG))
          .isInstanceOfSatisfying(
              Answered.class,
              answered -> {
                assertThat(answered.status()).isEqualTo(302);
                assertThat(answered.headers())
                    .containsEntry("location", "/elsewhere")
                    .containsEntry("x-odd", "a b c")
                    .containsEntry("x-twice", "1, 2");
              });
      assertThat(receiver.requests()).hasSize(1);
    }
  }

  @Test
  void a_receiver_that_never_answers_times_out() throws IOException {
    try (var receiver = new LoopbackReceiver(Mischief.stall())) {
      assertThat(send(receiver, SHORT)).isInstanceOf(TimedOut.class);
    }
  }

  @Test
  void a_head_without_end_is_cut_off_long_before_the_deadline() throws IOException {
    for (Behaviour endless : List.of(Mischief.endlessHead(), Mischief.endlessHeader())) {
      try (var receiver = new LoopbackReceiver(endless)) {
        assertThat(troubleOf(send(receiver, LONG))).isEqualTo(Trouble.PROTOCOL);
      }
    }
  }

  @Test
  void the_status_line_is_the_verdict_though_the_body_never_ends() throws IOException {
    try (var receiver = new LoopbackReceiver(Mischief.stallInBody(200))) {
      assertThat(send(receiver, SHORT))
          .isInstanceOfSatisfying(
              Answered.class,
              answered -> {
                assertThat(answered.status()).isEqualTo(200);
                assertThat(answered.bodySample()).isEqualTo("half");
              });
    }
  }

  @Test
  void a_body_that_stalls_after_a_head_of_success_does_not_use_up_the_timeout() throws IOException {
    try (var receiver = new LoopbackReceiver(Mischief.stallInBody(202))) {
      assertThat(send(receiver, LONG))
          .isInstanceOfSatisfying(
              Answered.class,
              answered -> {
                assertThat(answered.accepted()).isTrue();
                assertThat(answered.bodySample()).isEqualTo("half");
                assertThat(answered.took()).isLessThan(LONG);
              });
    }
  }

  @Test
  void a_body_that_stalls_after_a_head_of_failure_is_waited_for() throws IOException {
    try (var receiver = new LoopbackReceiver(Mischief.stallInBody(500))) {
      var two = Duration.ofSeconds(2);
      assertThat(send(receiver, two).took()).isGreaterThanOrEqualTo(two);
    }
  }

  @Test
  void of_a_huge_body_the_first_kilobyte_is_kept_and_the_rest_is_cut_off() throws IOException {
    try (var receiver = new LoopbackReceiver(Mischief.endlessBody(500))) {
      assertThat(send(receiver, LONG))
          .isInstanceOfSatisfying(
              Answered.class,
              answered -> {
                assertThat(answered.status()).isEqualTo(500);
                assertThat(answered.bodySample()).isEqualTo("x".repeat(1024));
              });
    }
  }

  @Test
  void a_connection_that_breaks_before_the_status_line_is_a_network_failure() throws IOException {
    try (var receiver = new LoopbackReceiver(Mischief.closeWithoutAnswer())) {
      assertThat(troubleOf(send(receiver, LONG))).isEqualTo(Trouble.RESET);
    }
  }

  @Test
  void a_connection_that_breaks_after_the_status_line_is_an_answer() throws IOException {
    try (var receiver = new LoopbackReceiver(Mischief.closeInBody(201))) {
      assertThat(statusOf(send(receiver, LONG))).isEqualTo(201);
    }
  }

  @Test
  void a_refused_connection_is_a_network_failure() throws IOException {
    int port;
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = server.getLocalPort();
    }
    assertThat(troubleOf(sender.send(request("http://127.0.0.1:" + port + "/", LONG))))
        .isEqualTo(Trouble.REFUSED);
  }

  @Test
  void a_name_without_an_address_is_a_dns_failure() {
    AttemptOutcome outcome = sender.send(request("http://nothing.invalid/", LONG));

    assertThat(troubleOf(outcome)).isEqualTo(Trouble.NAME);
    assertThat(((Unreachable) outcome).message()).contains("nothing.invalid");
  }

  @Test
  void what_speaks_no_tls_is_an_ssl_failure() throws Exception {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread plain =
          Thread.startVirtualThread(() -> {
            try (Socket connection = server.accept()) {
              connection.getOutputStream().write("not TLS at all".getBytes(ISO_8859_1));
              connection.getInputStream().readAllBytes();
            } catch (IOException _) {
              // The sender hung up on us.
            }
          });
      AttemptOutcome outcome =
          sender.send(request("https://127.0.0.1:" + server.getLocalPort() + "/", LONG));
      plain.join();

      assertThat(troubleOf(outcome)).isEqualTo(Trouble.TLS);
    }
  }

  @Test
  void an_address_that_is_not_allowed_is_never_dialled() throws IOException {
    try (var receiver = new LoopbackReceiver(OK);
        var strict = new PooledWebhookSender(Senders.STRICT, Senders.SETTINGS)) {
      AttemptOutcome literal =
          strict.send(request("http://127.0.0.1:" + receiver.port() + "/", LONG));
      AttemptOutcome name = strict.send(request("http://localhost:" + receiver.port() + "/", LONG));

      assertThat(literal).isInstanceOf(Blocked.class);
      assertThat(name).isInstanceOf(Blocked.class);
      assertThat(receiver.connections()).isZero();
    }
  }

  private AttemptOutcome send(LoopbackReceiver receiver, Duration timeout) {
    return sender.send(request("http://127.0.0.1:" + receiver.port() + "/hook", timeout));
  }

  private static int statusOf(AttemptOutcome outcome) {
    return ((Answered) outcome).status();
  }

  private static Trouble troubleOf(AttemptOutcome outcome) {
    return ((Unreachable) outcome).trouble();
  }
}
