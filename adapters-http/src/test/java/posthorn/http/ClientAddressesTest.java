package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.domain.net.Cidr;
import posthorn.domain.net.TrustedProxies;
import posthorn.http.TestApi.Answer;

/** The tests are the proxy: they connect from loopback, and say for whom. */
class ClientAddressesTest {
  private static final TrustedProxies LOOPBACK =
      new TrustedProxies(List.of(Cidr.parse("127.0.0.0/8").orElseThrow()));

  @RegisterExtension final TestApi api = new TestApi(HttpServer.Duplicates.REJECT, LOOPBACK);

  @Test
  void a_wrong_key_counts_for_the_client_and_not_for_its_proxy() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertThat(wrongKeyFor("203.0.113.9").status()).isEqualTo(401);
    }

    assertThat(wrongKeyFor("203.0.113.9").status()).isEqualTo(429);
    assertThat(wrongKeyFor("1.2.3.4, 203.0.113.9, 127.0.0.9").status()).isEqualTo(429);
    assertThat(wrongKeyFor("203.0.113.10").status()).isEqualTo(401);
    assertThat(api.send(api.authorized("/v1/webhooks", "wrong")).status()).isEqualTo(401);
  }

  @Test
  void the_audit_log_has_the_clients_address() throws Exception {
    HttpRequest.Builder request = api.authorized("/v1/webhooks");
    api.send(
        request
            .header("Forwarded", "for=\"[2001:db8::1]:4711\";proto=https")
            .POST(BodyPublishers.ofString(TestApi.WEBHOOK)));

    assertThat(api.get("/v1/audit").body().at("/items/0/remote_address").asString())
        .isEqualTo("2001:db8::1");
  }

  @Test
  void a_message_is_kept_with_its_senders_address() throws Exception {
    var github = new Github(api);
    api.send(
        github.request(github.path, "1", Github.OPENED).header("X-Forwarded-For", "203.0.113.9"));

    String id = api.get("/v1/inbound").body().at("/items/0/id").asString();
    assertThat(api.get("/v1/inbound/" + id).body().path("remote_address").asString())
        .isEqualTo("203.0.113.9");
  }

  private Answer wrongKeyFor(String forwarded) throws Exception {
    return api.send(api.authorized("/v1/webhooks", "wrong").header("X-Forwarded-For", forwarded));
  }
}
