package posthorn.domain.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.testing.Law;

class IpTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.2.3",
        "1.2.3.4.5",
        "1.2.3.256",
        "1.2.3.04",
        "1.2.3.",
        ".1.2.3",
        "1.2.3.-4",
        "1.2.3.0x4",
        "1.2.3.\u0664",
        "",
        ":",
        ":::",
        "1",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7::8",
        "1::2::3",
        "::12345",
        "::g",
        "::1%lo",
        "[::1]",
        "::1.2.3",
        "::1.2.3.04",
        "1.2.3.4::",
        "::1.2.3.4:5",
        "1:2:3:4:5:6:7:1.2.3.4",
        ":1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:",
        "::+1",
        "::\u0661"
      })
  void an_unusual_spelling_is_no_address(String text) {
    assertThat(IpText.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, 0.0.0.0",
    "255.255.255.255, 255.255.255.255",
    "::, ::",
    "0:0:0:0:0:0:0:1, ::1",
    "1::, 1::",
    "2001:DB8::1, 2001:db8::1",
    "1:0:0:2:0:0:0:3, 1:0:0:2::3",
    "0:0:1:2:3:0:0:4, ::1:2:3:0:0:4",
    "1:0:2:3:4:5:6:7, 1:0:2:3:4:5:6:7",
    "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
    "::ffff:127.0.0.1, ::ffff:7f00:1",
    "1:2:3:4:5:6:1.2.3.4, 1:2:3:4:5:6:102:304",
  })
  void an_address_prints_in_its_usual_spelling(String text, String printed) {
    assertThat(IpText.parse(text)).map(IpText::print).contains(printed);
  }

  /** The JDK's reader is the judge; of a literal it looks up nothing. */
  @Test
  void what_is_printed_is_read_back_here_and_by_the_jdk() {
    Law.holds(random -> {
      byte[] address = randomAddress(random);
      String printed = IpText.print(address);
      assertThat(IpText.parse(printed)).as(printed).contains(address);
      if (!SpecialBlocks.IPV4_MAPPED.contains(address)) {
        assertThat(InetAddress.ofLiteral(printed).getAddress()).as(printed).isEqualTo(address);
      }
    });
  }

  /** With many zeros, so that runs of them are met. */
  private static byte[] randomAddress(Random random) {
    var address = new byte[random.nextBoolean() ? 4 : 16];
    random.nextBytes(address);
    for (int i = 0; i + 1 < address.length; i += 2) {
      if (random.nextBoolean()) {
        address[i] = 0;
        address[i + 1] = 0;
      }
    }
    return address;
  }
}
