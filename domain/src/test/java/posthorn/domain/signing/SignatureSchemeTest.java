package posthorn.domain.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.signing.SignatureScheme.Sha256;
import posthorn.domain.signing.SignatureScheme.Standard;
import posthorn.domain.signing.SignatureScheme.Timestamped;

class SignatureSchemeTest {
  private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(UTF_8);
  private static final Instant NOW = Instant.ofEpochSecond(1614265330, 999_999_999);
  private static final SigningSecret FIRST = new SigningSecret("the-first-secret-text");
  private static final SigningSecret SECOND = new SigningSecret("the-second-secret-text");
  private static final SigningSecret PRIVATE =
      new SigningSecret("whsk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");

  @Test
  void standard_signs_as_standard_webhooks_publishes() {
    var secret = new SigningSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    assertThat(new Standard().sign(List.of(secret), "msg_p5jXN8AQM9LWM0D4loKWxJek", NOW, BODY))
        .containsExactly(
            entry("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"),
            entry("webhook-timestamp", "1614265330"),
            entry("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
  }

  @Test
  void standard_signs_with_a_private_key_as_v1a() {
    assertThat(new Standard().sign(List.of(PRIVATE), "msg_p5jXN8AQM9LWM0D4loKWxJek", NOW, BODY))
        .containsEntry(
            "webhook-signature",
            "v1a,yoUrgEkc12aGqm0n4Sydmdz55xJfTz4AsAgieHFjmkR7LJtqVCZOQYzvvHjI5kAey+r4iaBGxTFRrl2iBQxtDQ==");
  }

  @Test
  void standard_sends_one_signature_for_each_live_secret_newest_first() {
    assertThat(new Standard().sign(List.of(SECOND, FIRST), "msg_1", NOW, BODY))
        .containsEntry(
            "webhook-signature",
            "v1,FGzBsZShL+klxlF9czMWyQ9LNWVXOThiONAZW82JRMY="
                + " v1,LNiqIEPRD67Op3xLeEdCp/+VWo4rkPKEAre1vXe2A64=");
    assertThat(
            new Standard()
                .sign(List.of(PRIVATE, FIRST), "msg_1", NOW, BODY)
                .get("webhook-signature"))
        .startsWith("v1a,")
        .endsWith(" v1,LNiqIEPRD67Op3xLeEdCp/+VWo4rkPKEAre1vXe2A64=");
  }

  @Test
  void timestamped_signs_time_and_body_once_for_each_live_secret() {
    assertThat(new Timestamped("X-Webhook-Signature").sign(List.of(FIRST), "msg_1", NOW, BODY))
        .containsExactly(
            entry(
                "X-Webhook-Signature",
                "t=1614265330,v1=f009e81a0be552d07b72fe239837349b765ceca1ec5e56d9c254fabc215223d4"));
    assertThat(new Timestamped("X-Own").sign(List.of(SECOND, FIRST), "msg_1", NOW, BODY))
        .containsExactly(
            entry(
                "X-Own",
                "t=1614265330,v1=25d0042defcac2b06b603c5967e88ab13036d41abe911adaf20dcfc1558caa33"
                    + ",v1=f009e81a0be552d07b72fe239837349b765ceca1ec5e56d9c254fabc215223d4"));
  }

  @Test
  void sha256_signs_the_body_with_the_newest_secret_only() {
    var scheme = new Sha256("X-Observatory-Signature");
    assertThat(scheme.sign(List.of(SECOND, FIRST), "msg_1", NOW, BODY))
        .containsExactly(
            entry(
                "X-Observatory-Signature",
                "sha256=7e03e57d01c7e9f220f2e7a831908ba960840c2c2f374ce11f101c934b7a48d1"));
  }

  @Test
  void the_hmac_schemes_pass_over_private_keys() {
    assertThat(new Sha256("X-Own").sign(List.of(PRIVATE, FIRST), "msg_1", NOW, BODY))
        .containsExactly(
            entry(
                "X-Own",
                "sha256=757a0e30f60b8b5d434d88b4926c6bd64478bd7ff9b0bb85ee388a1a67ec2696"));
    assertThat(new Timestamped("X-Own").sign(List.of(PRIVATE, FIRST), "msg_1", NOW, BODY))
        .isEqualTo(new Timestamped("X-Own").sign(List.of(FIRST), "msg_1", NOW, BODY));
    assertThatThrownBy(() -> new Timestamped("X-Own").sign(List.of(PRIVATE), "msg_1", NOW, BODY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no live secret signs as timestamped");
  }

  @Test
  void nothing_is_signed_without_a_secret() {
    assertThatThrownBy(() -> new Standard().sign(List.of(), "msg_1", NOW, BODY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no live secret signs as standard");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "msg.1", "msg 1", "msg\n1", "msgé"})
  void a_message_id_that_could_be_mistaken_is_not_signed(String id) {
    assertThatThrownBy(() -> new Standard().sign(List.of(FIRST), id, NOW, BODY))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_scheme_is_found_by_its_name() {
    assertThat(SignatureScheme.named("standard", null)).contains(new Standard());
    assertThat(SignatureScheme.named("standard", "Webhook-Signature")).contains(new Standard());
    assertThat(SignatureScheme.named("timestamped", null))
        .contains(new Timestamped("X-Webhook-Signature"));
    assertThat(SignatureScheme.named("timestamped", "X-Own")).contains(new Timestamped("X-Own"));
    assertThat(SignatureScheme.named("sha256", null)).contains(new Sha256("X-Webhook-Signature"));
    assertThat(SignatureScheme.named("sha256", "X-Observatory-Signature"))
        .contains(new Sha256("X-Observatory-Signature"));
    assertThat(SignatureScheme.refusal("sha256", "X-Own")).isEmpty();
    assertThat(SignatureScheme.refusal("standard", null)).isEmpty();
  }

  @Test
  void a_scheme_knows_its_name_and_headers() {
    assertThat(new Standard().name()).isEqualTo("standard");
    assertThat(new Standard().header()).isEqualTo("webhook-signature");
    assertThat(new Standard().headers())
        .containsExactly("webhook-id", "webhook-timestamp", "webhook-signature");
    assertThat(new Timestamped("X-Own").name()).isEqualTo("timestamped");
    assertThat(new Timestamped("X-Own").headers()).containsExactly("X-Own");
    assertThat(new Sha256("X-Own").name()).isEqualTo("sha256");
    assertThat(new Sha256("X-Own").header()).isEqualTo("X-Own");
  }

  @Test
  void there_is_no_scheme_of_another_name_and_standard_has_headers_of_its_own() {
    assertThat(SignatureScheme.named("md5", null)).isEmpty();
    assertThat(SignatureScheme.refusal("md5", null))
        .contains("must be standard, timestamped or sha256");
    assertThat(SignatureScheme.named("standard", "X-Own")).isEmpty();
    assertThat(SignatureScheme.refusal("standard", "X-Own"))
        .contains("has headers of its own and takes no other");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host",
        "content-length",
        "X-Webhook-Id",
        "webhook-id",
        "Webhook-Signature",
        "a b",
        ""
      })
  void a_signature_does_not_go_into_a_header_with_another_meaning(String header) {
    assertThat(SignatureScheme.named("sha256", header)).isEmpty();
    assertThat(SignatureScheme.refusal("timestamped", header).orElseThrow())
        .startsWith("has a header that ");
    assertThatThrownBy(() -> new Sha256(header)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Timestamped(header)).isInstanceOf(IllegalArgumentException.class);
  }
}
