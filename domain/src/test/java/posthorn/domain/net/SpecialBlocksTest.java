package posthorn.domain.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import posthorn.domain.net.AddressVerdict.Allowed;
import posthorn.domain.net.AddressVerdict.Refused;
import posthorn.domain.testing.Law;

/** The blocks once more, written by hand: a slip in the table must not be a slip here too. */
class SpecialBlocksTest {
  /** An empty neighbour is one that is refused itself, or does not exist. */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          0.0.0.0/8,        0.0.0.0,         0.255.255.255,   ,                1.0.0.0
          10.0.0.0/8,       10.0.0.0,        10.255.255.255,  9.255.255.255,   11.0.0.0
          100.64.0.0/10,    100.64.0.0,      100.127.255.255, 100.63.255.255,  100.128.0.0
          127.0.0.0/8,      127.0.0.0,       127.255.255.255, 126.255.255.255, 128.0.0.0
          168.63.129.16/32, 168.63.129.16,   168.63.129.16,   168.63.129.15,   168.63.129.17
          169.254.0.0/16,   169.254.0.0,     169.254.255.255, 169.253.255.255, 169.255.0.0
          172.16.0.0/12,    172.16.0.0,      172.31.255.255,  172.15.255.255,  172.32.0.0
          192.0.0.0/24,     192.0.0.0,       192.0.0.255,     191.255.255.255, 192.0.1.0
          192.0.2.0/24,     192.0.2.0,       192.0.2.255,     192.0.1.255,     192.0.3.0
          192.88.99.0/24,   192.88.99.0,     192.88.99.255,   192.88.98.255,   192.88.100.0
          192.168.0.0/16,   192.168.0.0,     192.168.255.255, 192.167.255.255, 192.169.0.0
          198.18.0.0/15,    198.18.0.0,      198.19.255.255,  198.17.255.255,  198.20.0.0
          198.51.100.0/24,  198.51.100.0,    198.51.100.255,  198.51.99.255,   198.51.101.0
          203.0.113.0/24,   203.0.113.0,     203.0.113.255,   203.0.112.255,   203.0.114.0
          224.0.0.0/4,      224.0.0.0,       239.255.255.255, 223.255.255.255,
          240.0.0.0/4,      240.0.0.0,       255.255.255.255, ,
          ::/3,             ::,              1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, , 2000::
          ::/96,            ::,              ::ffff:ffff,                             ,
          ::ffff:0:0/96,    ::ffff:0:0,      ::ffff:ffff:ffff,                        ,
          64:ff9b::/96,     64:ff9b::,       64:ff9b::ffff:ffff,                      ,
          64:ff9b:1::/48,   64:ff9b:1::,     64:ff9b:1:ffff:ffff:ffff:ffff:ffff,      ,
          100::/64,         100::,           100::ffff:ffff:ffff:ffff,                ,
          2001::/23,        2001::,          2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff, 2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 2001:200::
          2001:2::/48,      2001:2::,        2001:2:0:ffff:ffff:ffff:ffff:ffff,       ,
          2001:10::/28,     2001:10::,       2001:1f:ffff:ffff:ffff:ffff:ffff:ffff,   ,
          2001:20::/28,     2001:20::,       2001:2f:ffff:ffff:ffff:ffff:ffff:ffff,   ,
          2001:db8::/32,    2001:db8::,      2001:db8:ffff:ffff:ffff:ffff:ffff:ffff, 2001:db7:ffff:ffff:ffff:ffff:ffff:ffff, 2001:db9::
          2002::/16,        2002::,          2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 2003::
          3fff::/20,        3fff::,          3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff, 3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 3fff:1000::
          4000::/2,         4000::,          7fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff,
          8000::/1,         8000::,          ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, ,
          fc00::/7,         fc00::,          fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, ,
          fe80::/10,        fe80::,          febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff, ,
          fec0::/10,        fec0::,          feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, ,
          ff00::/8,         ff00::,          ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, ,
          """)
  void a_block_is_refused_from_its_first_to_its_last_address_and_no_further(
      String block, String first, String last, String before, String after) {
    assertThat(judge(first)).isInstanceOf(Refused.class);
    assertThat(judge(last)).isInstanceOf(Refused.class);
    if (before != null) {
      assertThat(judge(before)).isEqualTo(new Allowed());
    }
    if (after != null) {
      assertThat(judge(after)).isEqualTo(new Allowed());
    }

    var network = Cidr.parse(block).orElseThrow();
    var allowing = new AddressPolicy(List.of(network));
    Law.holds(random -> {
      byte[] address = addressIn(network, random);
      assertThat(AddressPolicy.PUBLIC_ONLY.judge(address))
          .as(IpText.print(address))
          .isInstanceOf(Refused.class);
      assertThat(allowing.judge(address)).as(IpText.print(address)).isEqualTo(new Allowed());
    });
  }

  private static AddressVerdict judge(String address) {
    return AddressPolicy.PUBLIC_ONLY.judge(IpText.parse(address).orElseThrow());
  }

  private static byte[] addressIn(Cidr network, Random random) {
    byte[] address = network.first();
    for (int bit = network.prefixLength(); bit < address.length * Byte.SIZE; bit++) {
      if (random.nextBoolean()) {
        address[bit / Byte.SIZE] |= (byte) (0x80 >> (bit % Byte.SIZE));
      }
    }
    return address;
  }
}
