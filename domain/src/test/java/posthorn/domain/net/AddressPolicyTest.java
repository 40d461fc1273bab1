package posthorn.domain.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.net.AddressVerdict.Allowed;
import posthorn.domain.net.AddressVerdict.Refused;

class AddressPolicyTest {
  private static final AddressPolicy PUBLIC_ONLY = AddressPolicy.PUBLIC_ONLY;

  @Test
  void the_reason_names_the_address_and_what_it_is() {
    assertThat(PUBLIC_ONLY.judge(address("10.0.0.1")))
        .isEqualTo(new Refused("points to 10.0.0.1, a private network"));
    assertThat(PUBLIC_ONLY.judge(address("2001:0:0:0:0:0:0:1")))
        .isEqualTo(new Refused("points to 2001::1, a Teredo tunnel"));
    assertThat(PUBLIC_ONLY.judge(address("4000::1")))
        .isEqualTo(new Refused("points to 4000::1, outside the public IPv6 addresses"));
  }

  @Test
  void an_allowed_network_lets_its_addresses_through_and_no_others() {
    var policy = allowing("10.1.0.0/16", "fd00::/8");
    assertThat(policy.judge(address("10.1.255.255"))).isEqualTo(new Allowed());
    assertThat(policy.judge(address("fd12::1"))).isEqualTo(new Allowed());
    assertThat(policy.judge(address("8.8.8.8"))).isEqualTo(new Allowed());
    assertThat(policy.judge(address("10.2.0.0"))).isInstanceOf(Refused.class);
    assertThat(policy.judge(address("fc00::1"))).isInstanceOf(Refused.class);
    assertThat(policy.judge(address("127.0.0.1"))).isInstanceOf(Refused.class);
  }

  @Test
  void everything_of_one_family_can_be_allowed() {
    assertThat(allowing("0.0.0.0/0").judge(address("169.254.169.254"))).isEqualTo(new Allowed());
    assertThat(allowing("0.0.0.0/0").judge(address("::1"))).isInstanceOf(Refused.class);
    assertThat(allowing("::/0").judge(address("::1"))).isEqualTo(new Allowed());
    assertThat(allowing("::/0").judge(address("127.0.0.1"))).isInstanceOf(Refused.class);
  }

  @Test
  void an_ipv4_mapped_address_is_allowed_with_the_address_in_it() {
    assertThat(allowing("127.0.0.0/8").judge(address("::ffff:127.0.0.1"))).isEqualTo(new Allowed());
    assertThat(allowing("127.0.0.0/8").judge(address("::ffff:10.0.0.1")))
        .isInstanceOf(Refused.class);
    assertThat(allowing("::ffff:127.0.0.0/104").judge(address("::ffff:127.0.0.1")))
        .isEqualTo(new Allowed());
  }

  @ParameterizedTest
  @ValueSource(strings = {"::127.0.0.1", "64:ff9b::127.0.0.1", "2002:7f00:1::", "::ffff:0:7f00:1"})
  void other_forms_of_an_allowed_ipv4_address_stay_refused(String text) {
    assertThat(allowing("127.0.0.0/8").judge(address(text))).isInstanceOf(Refused.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"::ffff:8.8.8.8", "::8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1"})
  void a_public_ipv4_address_in_ipv6_form_is_refused(String text) {
    assertThat(PUBLIC_ONLY.judge(address(text))).isInstanceOf(Refused.class);
  }

  @Test
  void one_bad_address_of_a_name_refuses_it_wherever_it_stands() {
    assertThat(PUBLIC_ONLY.judgeAll(addresses("8.8.8.8", "2606:4700::1"))).isEqualTo(new Allowed());
    var refused =
        new Refused(
            "resolves to an address that is not allowed (an operator may allow its network with"
                + " outbound.allowed_networks)");
    assertThat(PUBLIC_ONLY.judgeAll(addresses("127.0.0.1", "8.8.8.8"))).isEqualTo(refused);
    assertThat(PUBLIC_ONLY.judgeAll(addresses("8.8.8.8", "8.8.4.4", "127.0.0.1")))
        .isEqualTo(refused);
  }

  @Test
  void a_name_without_addresses_is_refused_whatever_is_allowed() {
    assertThat(PUBLIC_ONLY.judgeAll(List.of())).isInstanceOf(Refused.class);
    assertThat(allowing("0.0.0.0/0", "::/0").judgeAll(List.of())).isInstanceOf(Refused.class);
  }

  @Test
  void bytes_that_are_no_address_are_a_mistake_of_the_caller() {
    assertThatThrownBy(() -> PUBLIC_ONLY.judge(new byte[5]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static AddressPolicy allowing(String... networks) {
    return new AddressPolicy(
        Arrays.stream(networks).map(text -> Cidr.parse(text).orElseThrow()).toList());
  }

  private static List<byte[]> addresses(String... texts) {
    return Arrays.stream(texts).map(AddressPolicyTest::address).toList();
  }

  private static byte[] address(String text) {
    return IpText.parse(text).orElseThrow();
  }
}
