package posthorn.domain.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CidrTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/8",
        "10.0.0.0",
        "10.0.0.0/",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/+8",
        "10.0.0.0/08",
        "10.0.0.0/8/8",
        "10.0.0.0/255.0.0.0",
        "10.0.0.0/99999999999",
        " 10.0.0.0/8",
        "10.0.0.0 /8",
        "10/8",
        "010.0.0.0/8",
        "::/129",
        "[::]/0",
        "fe80::%eth0/64",
        "localhost/8",
      })
  void text_that_is_no_network_is_not_parsed(String text) {
    assertThat(Cidr.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.1/8", "10.0.0.0/6", "127.0.0.1/31", "fd00::1/8", "::1/127"})
  void bits_after_the_prefix_are_a_mistake(String text) {
    assertThat(Cidr.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0/0",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.1/32",
        "255.255.255.255/32",
        "::/0",
        "::1/128",
        "ff00::/8"
      })
  void a_network_prints_as_it_is_written(String text) {
    assertThat(Cidr.parse(text)).map(Cidr::toString).contains(text);
  }

  @Test
  void two_spellings_of_a_network_are_equal() {
    Cidr one = cidr("FD00:0:0::/8");
    assertThat(one).isEqualTo(cidr("fd00::/8")).hasSameHashCodeAs(cidr("fd00::/8"));
    assertThat(one).isNotEqualTo(cidr("fd00::/9")).isNotEqualTo(cidr("fc00::/8"));
    assertThat(cidr("0.0.0.0/0")).isNotEqualTo(cidr("::/0"));
  }

  @Test
  void a_prefix_may_end_inside_a_byte() {
    Cidr network = cidr("172.16.0.0/12");
    assertThat(network.contains(address("172.31.255.255"))).isTrue();
    assertThat(network.contains(address("172.32.0.0"))).isFalse();
    assertThat(network.contains(address("172.15.255.255"))).isFalse();
  }

  @Test
  void a_network_has_no_address_of_the_other_family() {
    assertThat(cidr("0.0.0.0/0").contains(address("::1"))).isFalse();
    assertThat(cidr("::/0").contains(address("127.0.0.1"))).isFalse();
  }

  @Test
  void a_network_is_valid_however_it_is_made() {
    assertThat(new Cidr(4, BigInteger.TEN, 8)).isEqualTo(cidr("10.0.0.0/8"));
    assertThatIllegalArgumentException().isThrownBy(() -> new Cidr(5, BigInteger.ZERO, 8));
    assertThatIllegalArgumentException().isThrownBy(() -> new Cidr(4, BigInteger.ZERO, 33));
    assertThatIllegalArgumentException().isThrownBy(() -> new Cidr(4, BigInteger.ZERO, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Cidr(4, BigInteger.TEN, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> new Cidr(4, BigInteger.TEN.negate(), 8));
  }

  private static Cidr cidr(String text) {
    return Cidr.parse(text).orElseThrow();
  }

  private static byte[] address(String text) {
    return IpText.parse(text).orElseThrow();
  }
}
