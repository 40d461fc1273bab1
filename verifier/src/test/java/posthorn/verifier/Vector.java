package posthorn.verifier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A request, and whether it is to be found valid. */
final class Vector {
  /** The schemes of outbound requests by their names in the file. */
  private static final Map<String, String> SCHEMES =
      Map.of("standard", "standard", "stripe", "timestamped", "github", "sha256");

  /** Kinds of inbound requests, which the domain's tests look at. */
  private static final Set<String> NOT_SENT = Set.of("slack", "shopify", "twilio");

  private static final String GITHUB_HEADER = "X-Hub-Signature-256";

  private final JsonNode vector;

  private Vector(JsonNode vector) {
    this.vector = vector;
  }

  /** All of the file but those of schemes that are never sent. */
  static List<Vector> all() {
    String file = "/vectors/signature-vectors.json";
    try (var in = Vector.class.getResourceAsStream(file)) {
      return JsonMapper.shared()
          .readTree(Objects.requireNonNull(in, file))
          .path("vectors")
          .valueStream()
          .filter(vector -> !NOT_SENT.contains(vector.path("scheme").asString()))
          .map(Vector::new)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String scheme() {
    return Objects.requireNonNull(SCHEMES.get(vector.path("scheme").asString()));
  }

  boolean expected() {
    return vector.path("expected").asBoolean();
  }

  String secret() {
    return vector.path("secret").asString();
  }

  Map<String, List<String>> headers() {
    var headers = new LinkedHashMap<String, List<String>>();
    vector
        .path("headers")
        .properties()
        .forEach(header -> headers.put(header.getKey(), List.of(header.getValue().asString())));
    return headers;
  }

  byte[] body() {
    if (vector.has("body_b64")) {
      return Base64.getDecoder().decode(vector.path("body_b64").asString());
    }
    byte[] part = Base64.getDecoder().decode(vector.path("body_repeat_b64").asString());
    byte[] body = new byte[vector.path("body_len").asInt()];
    for (int i = 0; i < body.length; i++) {
      body[i] = part[i % part.length];
    }
    return body;
  }

  Instant now() {
    return Instant.ofEpochSecond(vector.path("now").asLong());
  }

  Duration tolerance() {
    return Duration.ofSeconds(vector.path("tolerance_s").asLong());
  }

  WebhookVerifier verifier() {
    WebhookVerifier verifier =
        switch (scheme()) {
          case "standard" -> WebhookVerifier.standard(secret());
          case "timestamped" -> WebhookVerifier.timestamped(secret());
          default -> WebhookVerifier.sha256(secret()).withHeader(GITHUB_HEADER);
        };
    return verifier.withTolerance(tolerance());
  }

  String sha256() {
    return vector.path("body_sha256").asString();
  }

  @Override
  public String toString() {
    return "%s %s: %s"
        .formatted(vector.path("id").asString(), expected(), vector.path("why").asString());
  }
}
