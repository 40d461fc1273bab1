package posthorn.domain.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SignatureVectorsTest {
  /** Signs the URL and form fields with SHA-1; no source kind asks for it. */
  private static final Set<String> NOT_OURS = Set.of("twilio");

  /** The vectors write both of ours into the header that outbound requests have. */
  private static final String STRIPE_VECTORS_HEADER = "X-Webhook-Signature";

  @TestFactory
  Stream<DynamicTest> a_signature_is_judged_as_its_vector_says() {
    return ours().stream()
        .map(vector ->
            dynamicTest(
                "%s %s: %s".formatted(vector.get("id"), vector.get("expected"), vector.get("why")),
                () -> assertThat(isValid(vector)).isEqualTo(vector.get("expected"))));
  }

  @Test
  void sixty_vectors_are_ours_and_two_are_not() {
    assertThat(ours()).hasSize(60);
    assertThat(all()).hasSize(62);
  }

  @Test
  void the_vectors_bodies_are_read_as_they_were_meant() throws GeneralSecurityException {
    for (var vector : ours()) {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(body(vector));
      assertThat(HexFormat.of().formatHex(digest)).isEqualTo(vector.get("body_sha256"));
    }
  }

  @Test
  void explaining_a_vector_gives_the_same_verdict_as_verifying_it() {
    for (var vector : ours()) {
      Explanation explanation =
          verifier(vector).explain(headers(vector), body(vector), now(vector));
      assertThat(explanation.verdict())
          .isEqualTo(verifier(vector).verify(headers(vector), body(vector), now(vector)));
      assertThat(explanation.verdict() instanceof Verification.Valid)
          .isEqualTo(vector.get("expected"));
    }
  }

  private static boolean isValid(Map<String, Object> vector) {
    return verifier(vector).verify(headers(vector), body(vector), now(vector))
        instanceof Verification.Valid;
  }

  private static SignatureVerifier verifier(Map<String, Object> vector) {
    String scheme = field(vector, "scheme", String.class);
    return new SignatureVerifier(
        VerificationScheme.named(scheme, scheme.equals("stripe") ? STRIPE_VECTORS_HEADER : null)
            .orElseThrow(),
        List.of(new VerificationKey(field(vector, "secret", String.class))),
        Duration.ofSeconds(field(vector, "tolerance_s", Long.class)));
  }

  @SuppressWarnings("unchecked")
  private static ReceivedHeaders headers(Map<String, Object> vector) {
    var headers = new LinkedHashMap<String, List<String>>();
    ((Map<String, Object>) field(vector, "headers", Map.class))
        .forEach((name, value) -> headers.put(name, List.of((String) value)));
    return ReceivedHeaders.of(headers);
  }

  private static byte[] body(Map<String, Object> vector) {
    int length = Math.toIntExact(field(vector, "body_len", Long.class));
    if (vector.containsKey("body_b64")) {
      return Base64.getDecoder().decode(field(vector, "body_b64", String.class));
    }
    byte[] part = Base64.getDecoder().decode(field(vector, "body_repeat_b64", String.class));
    byte[] body = new byte[length];
    for (int i = 0; i < length; i++) {
      body[i] = part[i % part.length];
    }
    return body;
  }

  private static Instant now(Map<String, Object> vector) {
    return Instant.ofEpochSecond(field(vector, "now", Long.class));
  }

  private static <T> T field(Map<String, Object> vector, String name, Class<T> type) {
    return type.cast(Objects.requireNonNull(vector.get(name), name));
  }

  private static List<Map<String, Object>> ours() {
    return all().stream().filter(vector -> !NOT_OURS.contains(vector.get("scheme"))).toList();
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> all() {
    String file = "/vectors/signature-vectors.json";
    try (var in = SignatureVectorsTest.class.getResourceAsStream(file)) {
      String text = new String(Objects.requireNonNull(in, file).readAllBytes(), UTF_8);
      return (List<Map<String, Object>>) field(Json.object(text), "vectors", List.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
