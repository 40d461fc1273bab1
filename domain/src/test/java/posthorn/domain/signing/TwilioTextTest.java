package posthorn.domain.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The address that Twilio signs, with its standard port and without. */
class TwilioTextTest {
  private static final byte[] FORM = "A=1".getBytes(UTF_8);

  @ParameterizedTest
  @CsvSource({
    "https://[2001:db8::1]/x, https://[2001:db8::1]/x, https://[2001:db8::1]:443/x",
    "https://[2001:db8::1]:443/x, https://[2001:db8::1]/x, https://[2001:db8::1]:443/x",
    "http://[::1]:8080/x, http://[::1]/x, http://[::1]:8080/x",
    "http://a.example/x, http://a.example/x, http://a.example:80/x",
    "https://a.example?b=c:1, https://a.example?b=c:1, https://a.example:443?b=c:1",
  })
  void an_address_is_tried_with_its_port_and_without(String address, String without, String with) {
    assertThat(texts(address))
        .filteredOn(text -> text.endsWith("A1"))
        .containsExactlyInAnyOrder(without + "A1", with + "A1");
  }

  @Test
  void a_message_is_proven_by_an_earlier_key_too() {
    var address = new SignedText.Twilio("https://[2001:db8::1]/x");
    byte[] key = "the-earlier-token".getBytes(UTF_8);
    String signed = "https://[2001:db8::1]:443/xA1";
    String right = Base64.getEncoder().encodeToString(Hmac.SHA1.of(key, signed.getBytes(UTF_8)));
    var claim = new Claim(null, address, List.of(new Claim.Offer(Proof.BASE64_HMAC_SHA1, right)));
    var keys =
        List.of(new VerificationKey("the-present-token"), new VerificationKey("the-earlier-token"));

    assertThat(claim.matches(keys, FORM)).isTrue();
    assertThat(claim.matches(keys.subList(0, 1), FORM)).isFalse();
  }

  private static List<String> texts(String address) {
    return new SignedText.Twilio(address)
        .of(FORM)
        .map(parts -> new String(parts[0], UTF_8))
        .toList();
  }
}
