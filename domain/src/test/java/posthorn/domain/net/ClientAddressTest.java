package posthorn.domain.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientAddressTest {
  @ParameterizedTest
  @CsvSource({
    "192.0.2.1, 192.0.2.1, 192.0.2.1",
    "2001:db8:1:2:3:4:5:6, 2001:db8:1:2:3:4:5:6, 2001:db8:1:2::/64",
    "2001:DB8::1, 2001:db8::1, 2001:db8::/64",
    "::1, ::1, ::/64",
    "::ffff:192.0.2.1, 192.0.2.1, 192.0.2.1",
    "::ffff:c000:201, 192.0.2.1, 192.0.2.1",
    "::fffe:c000:201, ::fffe:c000:201, ::/64",
    "1::ffff:c000:201, 1::ffff:c000:201, 1::/64",
  })
  void a_client_is_counted_by_its_ipv4_address_or_its_64_bits_of_ipv6(
      String given, String text, String network) {
    assertThat(ClientAddress.parse(given)).contains(new ClientAddress(text, network));
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1",
    "[::1], ::1",
    "[fe80::1%eth0], fe80::1",
    "fe80::1%2, fe80::1",
    "localhost, unknown",
    "'', unknown",
    "[, unknown",
  })
  void the_other_end_of_a_connection_is_read_as_the_system_writes_it(String given, String text) {
    assertThat(ClientAddress.ofPeer(given)).hasToString(text);
  }

  @Test
  void a_name_is_no_address() {
    assertThat(ClientAddress.parse("proxy.example")).isEmpty();
  }
}
