package posthorn.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.outbound.Senders.request;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import posthorn.domain.net.AddressVerdict;
import posthorn.domain.net.UrlPolicy;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.Blocked;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Unreachable.Trouble;
import posthorn.domain.tenant.TenantId;
import posthorn.receiver.Behaviour;
import posthorn.receiver.LoopbackReceiver;

/** Which of a name's addresses are dialled, and which are not. */
class DestinationsTest {
  private static final Behaviour OK = Behaviour.answer(200);

  @Test
  void a_name_with_one_public_and_one_private_address_is_never_dialled() throws IOException {
    try (var receiver = new LoopbackReceiver(OK);
        var sender = strict(_ -> List.of(address("93.184.216.34"), address("127.0.0.1")))) {
      var url = "http://hooks.example:" + receiver.port() + "/";

      assertThat(sender.send(request(url)))
          .isInstanceOfSatisfying(
              Blocked.class,
              blocked ->
                  assertThat(blocked.message())
                      .contains("resolves to an address that is not allowed")
                      .doesNotContain("127.0.0.1"));
      assertThat(sender.judge(TenantId.DEFAULT, new WebhookUrl(URI.create(url))))
          .isInstanceOfSatisfying(
              AddressVerdict.Refused.class,
              refused ->
                  assertThat(refused.reason())
                      .contains("outbound.allowed_networks")
                      .doesNotContain("127.0.0.1"));
      assertThat(receiver.connections()).isZero();
    }
  }

  @Test
  void a_name_that_changes_its_answer_is_dialled_only_where_it_was_checked() throws IOException {
    Queue<String> answers = new ArrayDeque<>(List.of("127.0.0.1", "127.0.0.2", "10.0.0.1"));
    try (var receiver = new LoopbackReceiver(OK);
        var sender =
            new PooledWebhookSender(
                Senders.LOOPBACK, Senders.SETTINGS, _ -> List.of(address(answers.remove())))) {
      for (int i = 0; i < 3; i++) {
        assertThat(sender.send(request("http://hooks.example:" + receiver.port() + "/")))
            .isInstanceOfSatisfying(
                Answered.class,
                answered -> assertThat(answered.remoteAddress()).isEqualTo("127.0.0.1"));
      }
      // Asked once: nobody was asked between the check and the dialling, nor after.
      assertThat(answers).hasSize(2);
    }
  }

  @Test
  void a_name_without_an_address_may_be_registered_and_fails_when_it_is_sent_to() {
    try (var sender =
        strict(host -> {
          throw new UnknownHostException(host);
        })) {
      assertThat(sender.judge(TenantId.DEFAULT, new WebhookUrl(URI.create("https://new.example/"))))
          .isEqualTo(new AddressVerdict.Allowed());
      assertThat(sender.send(request("https://new.example/")))
          .isInstanceOfSatisfying(
              Unreachable.class,
              failure -> {
                assertThat(failure.trouble()).isEqualTo(Trouble.NAME);
                assertThat(failure.message()).isEqualTo("the name new.example has no address");
              });
    }
  }

  @Test
  void a_name_server_that_never_answers_costs_no_more_than_the_timeout() {
    var never = new CountDownLatch(1);
    try (var sender =
        strict(_ -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return List.of();
        })) {
      AttemptOutcome outcome =
          sender.send(request("https://slow.example/", Duration.ofMillis(200)));

      assertThat(outcome)
          .isInstanceOfSatisfying(
              Unreachable.class,
              failure ->
                  assertThat(failure.message())
                      .isEqualTo("the name slow.example could not be looked up within 200 ms"));
    }
  }

  @Test
  void what_was_allowed_once_is_judged_again_when_something_is_sent() throws IOException {
    try (var receiver = new LoopbackReceiver(OK);
        var sender =
            new PooledWebhookSender(
                new UrlPolicy(false, Senders.LOOPBACK.addresses()), Senders.SETTINGS)) {
      assertThat(sender.send(request("http://127.0.0.1:" + receiver.port() + "/")))
          .isInstanceOfSatisfying(
              Blocked.class,
              blocked -> assertThat(blocked.message()).isEqualTo("the URL must use https"));
      assertThat(receiver.connections()).isZero();
    }
  }

  @Test
  void where_one_address_refuses_the_next_is_dialled() throws IOException {
    try (var receiver = new LoopbackReceiver(new ServerSocket(0, 50, address("127.0.0.1")), OK);
        var sender =
            new PooledWebhookSender(
                Senders.LOOPBACK,
                Senders.SETTINGS,
                _ -> List.of(address("127.0.0.2"), address("127.0.0.1")))) {
      assertThat(sender.send(request("http://hooks.example:" + receiver.port() + "/")))
          .isInstanceOfSatisfying(
              Answered.class,
              answered -> assertThat(answered.remoteAddress()).isEqualTo("127.0.0.1"));
    }
  }

  @Test
  void where_all_refuse_the_last_one_is_named() throws IOException {
    int port;
    try (var server = new ServerSocket(0, 1, address("127.0.0.1"))) {
      port = server.getLocalPort();
    }
    try (var sender =
        new PooledWebhookSender(
            Senders.LOOPBACK,
            Senders.SETTINGS,
            _ -> List.of(address("127.0.0.1"), address("127.0.0.2")))) {
      assertThat(sender.send(request("http://hooks.example:" + port + "/")))
          .isInstanceOfSatisfying(
              Unreachable.class,
              failure -> {
                assertThat(failure.message()).isEqualTo("connection refused by 127.0.0.2:" + port);
                assertThat(failure.remoteAddress()).isEqualTo("127.0.0.2");
              });
    }
  }

  @Test
  void a_proxy_gets_the_request_and_may_know_names_that_are_not_known_here() throws IOException {
    try (var proxy = new LoopbackReceiver(OK);
        var sender =
            Senders.through(
                URI.create("http://127.0.0.1:" + proxy.port()),
                host -> {
                  if (host.equals("inside.example")) {
                    return List.of(address("10.0.0.1"));
                  }
                  throw new UnknownHostException(host);
                })) {
      assertThat(sender.send(request("http://hooks.example/in?x=1"))).isInstanceOf(Answered.class);
      assertThat(proxy.requests().getFirst().text())
          .startsWith("POST http://hooks.example/in?x=1 HTTP/1.1\r\n");

      assertThat(sender.send(request("http://inside.example/"))).isInstanceOf(Blocked.class);
      assertThat(proxy.requests()).hasSize(1);
    }
  }

  @Test
  void a_proxy_that_asks_who_we_are_is_told() throws IOException {
    try (var proxy =
            new LoopbackReceiver(
                Behaviour.answer(407, Map.of("Proxy-Authenticate", "Basic realm=\"p\""), ""));
        var sender =
            Senders.through(
                URI.create("http://me:secret@127.0.0.1:" + proxy.port()),
                _ -> {
                  throw new UnknownHostException();
                })) {
      sender.send(request("https://hooks.example/"));

      assertThat(proxy.requests())
          .anySatisfy(request ->
              assertThat(request.text())
                  .startsWith("CONNECT hooks.example:443 HTTP/1.1\r\n")
                  .contains("Proxy-Authorization: Basic bWU6c2VjcmV0"));
    }
  }

  private static PooledWebhookSender strict(NameServers servers) {
    return new PooledWebhookSender(Senders.STRICT, Senders.SETTINGS, servers);
  }

  private static InetAddress address(String literal) throws UnknownHostException {
    return InetAddress.ofLiteral(literal);
  }
}
