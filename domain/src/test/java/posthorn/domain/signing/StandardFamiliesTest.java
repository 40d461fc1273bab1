package posthorn.domain.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandardFamiliesTest {
  private static final List<VerificationKey> KEYS =
      List.of(new VerificationKey("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));
  private static final Instant NOW = Instant.ofEpochSecond(1_614_265_330);
  private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(UTF_8);
  private static final Map<String, String> SIGNED =
      Map.of(
          "id", "msg_p5jXN8AQM9LWM0D4loKWxJek",
          "timestamp", "1614265330",
          "signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");

  @ParameterizedTest
  @ValueSource(strings = {"standard", "svix"})
  void either_family_of_names_is_taken(String kind) {
    assertThat(verified(kind, family("svix-"))).isEqualTo(new Verification.Valid());
    assertThat(verified(kind, family("webhook-"))).isEqualTo(new Verification.Valid());
    var both = family("svix-");
    both.putAll(family("webhook-"));
    assertThat(verified(kind, both)).isEqualTo(new Verification.Valid());
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "timestamp", "signature"})
  void two_families_are_never_mixed(String part) {
    for (String kind : List.of("standard", "svix")) {
      var mixed = family("svix-");
      mixed.put("webhook-" + part, String.valueOf(mixed.remove("svix-" + part)));
      assertThat(verified(kind, mixed)).isInstanceOf(Verification.MissingHeader.class);
    }
  }

  @Test
  void a_captured_message_gets_no_new_id_from_the_other_family() {
    var standard = family("svix-");
    standard.put("webhook-id", "msg_other");
    assertThat(verified("standard", standard))
        .isEqualTo(new Verification.MissingHeader("webhook-timestamp"));
    var svix = family("webhook-");
    svix.put("svix-id", "msg_other");
    assertThat(verified("svix", svix)).isEqualTo(new Verification.MissingHeader("svix-timestamp"));
  }

  @Test
  void what_is_not_signed_at_all_lacks_the_names_of_its_kind() {
    assertThat(verified("standard", Map.of()))
        .isEqualTo(new Verification.MissingHeader("webhook-id"));
    assertThat(verified("svix", Map.of())).isEqualTo(new Verification.MissingHeader("svix-id"));
  }

  private static Verification verified(String kind, Map<String, String> headers) {
    var lists = new LinkedHashMap<String, List<String>>();
    headers.forEach((name, value) -> lists.put(name, List.of(value)));
    return new SignatureVerifier(
            VerificationScheme.named(kind, null).orElseThrow(),
            KEYS,
            SignatureVerifier.DEFAULT_TOLERANCE)
        .verify(ReceivedHeaders.of(lists), BODY, NOW);
  }

  private static Map<String, String> family(String prefix) {
    var headers = new LinkedHashMap<String, String>();
    SIGNED.forEach((part, value) -> headers.put(prefix + part, value));
    return headers;
  }
}
