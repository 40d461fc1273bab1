package posthorn.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;
import static posthorn.outbound.Senders.request;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import posthorn.domain.net.AddressPolicy;
import posthorn.domain.net.AddressVerdict;
import posthorn.domain.net.UrlPolicy;
import posthorn.domain.net.UrlVerdict;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Blocked;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Unreachable.Trouble;
import posthorn.domain.tenant.TenantId;
import tools.jackson.databind.ObjectMapper;

/** The vectors through the sender: what is refused at registration is not dialled either. */
class SsrfVectorsTest {
  private static final UrlPolicy POLICY = new UrlPolicy(true, AddressPolicy.PUBLIC_ONLY);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PUBLIC = "93.184.216.34";
  private static final String UNKNOWN = "nxdomain.ssrf.test";

  /** What the real name servers answer for the names that the vectors leave to them. */
  private static final Map<String, String> REAL_DNS =
      Map.of(
          "localtest.me", "127.0.0.1",
          "127.0.0.1.nip.io", "127.0.0.1",
          "169-254-169-254.sslip.io", "169.254.169.254");

  private final PooledWebhookSender sender =
      new PooledWebhookSender(Senders.STRICT, Senders.SETTINGS, nameServers());

  /** A line of the file. */
  private record Vector(String url, String expected, String why, String phase, String category) {
    boolean allowed() {
      return expected.equals("allow");
    }
  }

  @AfterEach
  void close() {
    sender.close();
  }

  @TestFactory
  Stream<DynamicTest> a_url_is_judged_alike_when_it_is_registered_and_when_it_is_sent_to() {
    return read("ssrf-cases.tsv").stream()
        .map(line -> new Vector(line.get(0), line.get(1), line.get(2), line.get(3), line.get(4)))
        .map(vector ->
            dynamicTest(
                "%s %s: %s".formatted(vector.expected, vector.url, vector.why),
                () -> check(vector)));
  }

  @TestFactory
  Stream<DynamicTest> a_name_is_judged_by_all_its_addresses_at_both_places() {
    return read("ssrf-dns.tsv").stream()
        .map(List::getFirst)
        .map(name ->
            dynamicTest(
                name,
                () -> {
                  String url = "http://" + name + "/";
                  boolean isPublic = name.startsWith("public");
                  assertThat(isRegistered(url)).isEqualTo(isPublic);
                  if (!isPublic) {
                    assertNotDialled(new WebhookUrl(URI.create(url)));
                  }
                }));
  }

  private void check(Vector vector) {
    // Allowed ones are not sent to: they are other people's machines.
    if (vector.url.contains(UNKNOWN)) {
      assertThat(isRegistered(vector.url)).as("it may have an address later").isTrue();
      assertThat(sender.send(request(vector.url)))
          .isInstanceOfSatisfying(
              Unreachable.class, failure -> assertThat(failure.trouble()).isEqualTo(Trouble.NAME));
      return;
    }
    assertThat(isRegistered(vector.url)).isEqualTo(vector.allowed());
    if (vector.allowed()) {
      return;
    }
    webhookUrl(vector.url).forEach(this::assertNotDialled);
  }

  /** As the API does it: first the text, then the addresses. */
  private boolean isRegistered(String text) {
    return switch (POLICY.judge(text)) {
      case UrlVerdict.Refused _ -> false;
      case UrlVerdict.Allowed(WebhookUrl url) ->
          sender.judge(TenantId.DEFAULT, url) instanceof AddressVerdict.Allowed;
    };
  }

  private void assertNotDialled(WebhookUrl url) {
    AttemptOutcome outcome = sender.send(request(url.toString()));

    assertThat(outcome).isInstanceOf(Blocked.class);
    assertThat(outcome.remoteAddress()).isNull();
    assertThat(sender.judge(TenantId.DEFAULT, url)).isInstanceOf(AddressVerdict.Refused.class);
  }

  /** None where the text has not the form of a webhook's URL: there is no sending to it. */
  private static Stream<WebhookUrl> webhookUrl(String text) {
    try {
      return Stream.of(new WebhookUrl(URI.create(text)));
    } catch (IllegalArgumentException _) {
      return Stream.empty();
    }
  }

  private static NameServers nameServers() {
    Map<String, String> known = new HashMap<>(REAL_DNS);
    read("ssrf-dns.tsv").forEach(line -> known.put(line.getFirst(), line.get(1)));
    return host -> {
      if (host.equals(UNKNOWN)) {
        throw new UnknownHostException(host);
      }
      return Stream.of(known.getOrDefault(host, otherwise(host)).split(","))
          .map(InetAddress::ofLiteral)
          .toList();
    };
  }

  /** An address is its own; names that the URL alone gives away lead inside, as they would. */
  private static String otherwise(String host) {
    boolean literal = host.contains(":") || host.matches("[0-9.]+");
    if (literal) {
      return host;
    }
    return POLICY.judge("http://" + host + "/") instanceof UrlVerdict.Refused
        ? "127.0.0.1"
        : PUBLIC;
  }

  /** Lines of tab-separated JSON strings without their quotes. */
  private static List<List<String>> read(String file) {
    try (var in = SsrfVectorsTest.class.getResourceAsStream("/vectors/" + file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> Stream.of(line.split("\t", -1)).map(SsrfVectorsTest::unescape).toList())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String unescape(String text) {
    return JSON.readValue("\"" + text + "\"", String.class);
  }
}
