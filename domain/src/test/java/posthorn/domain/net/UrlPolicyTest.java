package posthorn.domain.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.net.UrlVerdict.Allowed;
import posthorn.domain.net.UrlVerdict.Refused;
import posthorn.domain.testing.Law;

class UrlPolicyTest {
  private static final int TEXTS_PER_CASE = 50;
  private static final UrlPolicy STRICT = new UrlPolicy(false, AddressPolicy.PUBLIC_ONLY);
  private static final UrlPolicy WITH_HTTP = new UrlPolicy(true, AddressPolicy.PUBLIC_ONLY);
  private static final UrlPolicy WITH_LOOPBACK = allowing("127.0.0.0/8");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http://example.com/           | must use https
          ftp://example.com/            | must begin with https://
          https://a:secret@example.com/ | must not have a user name or password
          https://example.com/#top      | must not have a fragment
          https://exa_mple.com/         | has no valid host
          https://example.com:70000/    | has a port that is not between 1 and 65535
          https://example.com:22/       | uses port 22, which belongs to ssh
          https://10.0.0.1/             | points to 10.0.0.1, a private network
          https://[::1]/                | points to ::1, a loopback address
          https://DB.internal./         | points to db.internal, a name of a private network
          https://intranet/             | points to intranet, a name of a private network
          https://wiki/                 | points to wiki, a name without a domain
          """)
  void the_reason_says_what_is_wrong(String url, String reason) {
    assertThat(STRICT.judge(url)).isEqualTo(new Refused(reason));
  }

  @Test
  void http_is_allowed_where_the_operator_says_so() {
    assertThat(STRICT.judge("HTTP://example.com/")).isInstanceOf(Refused.class);
    assertThat(WITH_HTTP.judge("HTTP://example.com/")).isInstanceOf(Allowed.class);
  }

  @Test
  void a_url_has_at_most_2048_characters() {
    String longest = "https://example.com/" + "a".repeat(2048 - 20);
    assertThat(STRICT.judge(longest)).isInstanceOf(Allowed.class);
    assertThat(STRICT.judge(longest + "a"))
        .isEqualTo(new Refused("is longer than 2048 characters"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.com:/",
        "https://example.com:65536/",
        "https://example.com:99999999999/",
        "https://example.com:-1/",
        "https://example.com:+443/",
        "https://example.com:6379/",
        "https://example.com#",
        "https://@example.com/",
        "https://example.com..",
        "https://0x7f000001./",
        "https://2130706433/",
        "https://1.2.3.0x4/",
        "https://a.0x/",
        "https://[2606:4700::01.2.3.4]/",
        "https://[2606:4700::1%251]/",
        "https://[8.8.8.8]/",
        "https://foo.localhost/",
        "https://metadata.google.internal/",
        "https://metadata.goog/",
        "https://kubernetes.default.svc/",
        "https://kubernetes.default.svc.cluster.local/",
        "https://home.arpa/",
        "https://LOCALHOST/",
        "https://nas.lan/",
      })
  void more_of_the_same_kinds_is_refused(String url) {
    assertThat(STRICT.judge(url)).isInstanceOf(Refused.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.com", "https://example.com?a=b", "https://example.com:8443/",
        "https://example.com:65535/", "https://xn--bcher-kva.example/", "https://notlocal.com/",
        "https://internal.example.com/", "https://mylocalhost.com/", "https://3com.com/",
        "https://0x7f.example.com/", "https://example.com/a%20b?q=%E2%80%A8",
      })
  void an_ordinary_url_is_allowed(String url) {
    assertThat(STRICT.judge(url)).isInstanceOf(Allowed.class);
  }

  @Test
  void a_label_has_at_most_63_characters_and_a_name_253() {
    String label = "a".repeat(63);
    String name = String.join(".", label, label, label, "a".repeat(57), "com");
    assertThat(name).hasSize(253);
    assertThat(STRICT.judge("https://" + name + "/")).isInstanceOf(Allowed.class);
    assertThat(STRICT.judge("https://a" + name + "/")).isInstanceOf(Refused.class);
    assertThat(STRICT.judge("https://a." + name + "/")).isInstanceOf(Refused.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:9000/hook", "http://localhost:9000/hook", "http://[::ffff:127.0.0.1]/",
        "http://intranet/", "http://db.internal/", "http://8.8.8.8/",
      })
  void with_an_allowed_network_its_addresses_and_all_names_pass(String url) {
    assertThat(WITH_LOOPBACK.judge(url)).isInstanceOf(Allowed.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://10.0.0.1/", "http://[::1]/", "http://127.1/", "http://0177.0.0.1/",
        "http://2130706433/", "http://0x7f000001/", "http://127.0.0.1./", "http://127.0.0.1:22/",
        "http://localhost:6379/",
      })
  void with_an_allowed_network_odd_spellings_and_other_networks_stay_refused(String url) {
    assertThat(WITH_LOOPBACK.judge(url)).isInstanceOf(Refused.class);
  }

  @Test
  void any_text_gets_a_verdict_and_what_is_allowed_is_a_public_host() {
    String[] pieces = {
      "http",
      "https",
      ":",
      "/",
      "//",
      "\\",
      "@",
      "#",
      "?",
      ".",
      "..",
      "[",
      "]",
      "::",
      "%",
      "%25",
      "127.0.0.1",
      "10",
      "0x7f",
      "0177",
      "localhost",
      "example",
      "com",
      "-",
      "_",
      " ",
      "\t",
      "\u0000",
      "\u3002",
      "\ud800",
      "80",
      "99999",
      "ffff",
      "fe80",
      "https://",
      "https://example.com"
    };
    Law.holds(random -> {
      for (int i = 0; i < TEXTS_PER_CASE; i++) {
        var text = new StringBuilder(random.nextInt(4) == 0 ? "" : "https://");
        random.ints(random.nextInt(8), 0, pieces.length).forEach(n -> text.append(pieces[n]));
        if (STRICT.judge(text.toString()) instanceof Allowed(var url)) {
          assertThat(url.host())
              .as(text.toString())
              .matches("([a-z0-9-]+\\.)+[a-z][a-z0-9-]*|[0-9.]+|[0-9a-f:]+")
              .doesNotMatch("(127|10)\\.[0-9.]+");
        }
      }
    });
  }

  private static UrlPolicy allowing(String... networks) {
    List<Cidr> cidrs = Arrays.stream(networks).map(text -> Cidr.parse(text).orElseThrow()).toList();
    return new UrlPolicy(true, new AddressPolicy(cidrs));
  }
}
