package posthorn.domain.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTest {
  private static final String PROXY = "10.0.0.1";
  private static final String STRANGER = "203.0.113.9";

  private final TrustedProxies proxies =
      new TrustedProxies(
          Stream.of("10.0.0.0/8", "fd00::/8").map(text -> Cidr.parse(text).orElseThrow()).toList());

  @Test
  void a_stranger_is_not_believed() {
    assertThat(behind(STRANGER, List.of("1.2.3.4"), List.of("for=1.2.3.4"))).isEqualTo(STRANGER);
    assertThat(
            TrustedProxies.NONE.clientBehind(
                address(PROXY), List.of("1.2.3.4"), List.of("for=1.2.3.4")))
        .isEqualTo(address(PROXY));
  }

  @Test
  void a_proxy_that_names_nobody_is_the_client() {
    assertThat(behind(PROXY, List.of(), List.of())).isEqualTo(PROXY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "203.0.113.9 | 203.0.113.9",
        "1.2.3.4, 203.0.113.9 | 203.0.113.9",
        "1.2.3.4 , 203.0.113.9,10.1.2.3 | 203.0.113.9",
        "203.0.113.9:4711 | 203.0.113.9",
        "2001:db8::1 | 2001:db8::1",
        "[2001:db8::1] | 2001:db8::1",
        "[2001:db8::1]:443, fd00::7 | 2001:db8::1",
        "::ffff:203.0.113.9 | 203.0.113.9",
        "10.1.2.3, 10.4.5.6 | 10.1.2.3",
        "nonsense, 203.0.113.9 | 203.0.113.9",
        // What cannot be read leaves the proxy that passed it on.
        "203.0.113.9, nonsense | 10.0.0.1",
        "203.0.113.9, nonsense, 10.4.5.6 | 10.4.5.6",
        "203.0.113.9, | 10.0.0.1",
        "'' | 10.0.0.1",
        "unknown | 10.0.0.1",
        "203.0.113.9:port | 10.0.0.1",
        "203.0.113.9:123456 | 10.0.0.1",
        "[203.0.113.9] | 10.0.0.1",
        "[2001:db8::1 | 10.0.0.1",
        "2001:db8::1%eth0 | 10.0.0.1",
        "0313.0.0.1 | 10.0.0.1",
      })
  void the_rightmost_that_is_not_trusted_is_the_client(String header, String client) {
    assertThat(behind(PROXY, List.of(header), List.of())).isEqualTo(client);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "for=203.0.113.9 | 203.0.113.9",
        "For=1.2.3.4, FOR=203.0.113.9;proto=https;by=10.0.0.1 | 203.0.113.9",
        "proto=https ; for = 203.0.113.9 ;host=x.example | 203.0.113.9",
        "for=\"203.0.113.9:4711\" | 203.0.113.9",
        "for=203.0.113.9:4711 | 203.0.113.9",
        "for=\"[2001:db8::1]\" | 2001:db8::1",
        "for=\"[2001:db8::1]:_port\", for=\"[fd00::7]:80\" | 2001:db8::1",
        "for=\"203.0.113.\\9\" | 203.0.113.9",
        "for=1.2.3.4, for=203.0.113.9;by=\"a, for=10.9.9.9\" | 203.0.113.9",
        "for=_hidden, for=203.0.113.9 | 203.0.113.9",
        "for=203.0.113.9, for=_hidden | 10.0.0.1",
        "for=203.0.113.9, for=unknown, for=10.4.5.6 | 10.4.5.6",
        "for=203.0.113.9, proto=https | 10.0.0.1",
        // Of a line that is malformed nothing is believed.
        "for=\"1.2.3.4, for=203.0.113.9 | 10.0.0.1",
        "for=1.2.3.4;x=\", for=\"203.0.113.9\" | 10.0.0.1",
        "for=1.2.3.4;for=203.0.113.9 | 10.0.0.1",
        "for=203.0.113.9, | 10.0.0.1",
        "for=203.0.113.9; | 10.0.0.1",
        "for= | 10.0.0.1",
        "for | 10.0.0.1",
        "=203.0.113.9 | 10.0.0.1",
        "for=\"203.0.113.9\\ | 10.0.0.1",
        "for=\"\" | 10.0.0.1",
        "203.0.113.9 | 10.0.0.1",
        "for=203.0.113.9 x | 10.0.0.1",
      })
  void forwarded_is_read_as_rfc_7239_says(String header, String client) {
    assertThat(behind(PROXY, List.of(), List.of(header))).isEqualTo(client);
  }

  @Test
  void lines_are_one_list() {
    assertThat(behind(PROXY, List.of("1.2.3.4", STRANGER, "10.1.1.1"), List.of()))
        .isEqualTo(STRANGER);
    assertThat(behind(PROXY, List.of(), List.of("for=\"1.2.3.4", "for=" + STRANGER)))
        .isEqualTo(STRANGER);
  }

  @Test
  void where_the_headers_differ_neither_is_believed() {
    assertThat(behind(PROXY, List.of(STRANGER), List.of("for=" + STRANGER))).isEqualTo(STRANGER);
    assertThat(behind(PROXY, List.of(STRANGER), List.of("for=1.2.3.4"))).isEqualTo(PROXY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.255.0.1", "fd12::1", "::ffff:10.0.0.1"})
  void a_proxy_is_known_by_its_network(String text) {
    assertThat(proxies.trusts(address(text))).isTrue();
    assertThat(proxies.trusts(ClientAddress.UNKNOWN)).isFalse();
  }

  private String behind(String peer, List<String> xForwardedFor, List<String> forwarded) {
    return proxies.clientBehind(address(peer), xForwardedFor, forwarded).text();
  }

  private static ClientAddress address(String text) {
    return ClientAddress.parse(text).orElseThrow();
  }
}
