package posthorn.bootstrap.keys;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import posthorn.bootstrap.keys.KeyRequest.Create;
import posthorn.bootstrap.keys.KeyRequest.Revoke;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;

/**
 * A request as a file has it: properties.
 *
 * @param until when the command that made it waits for its answer
 */
record RequestText(KeyRequest request, Instant until) {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  String text() {
    var properties = new Properties();
    properties.setProperty("until", until.toString());
    switch (request) {
      case Create create -> {
        properties.setProperty("do", "create");
        properties.setProperty("tenant", create.tenant().value());
        properties.setProperty("role", create.role().wireName());
        properties.setProperty("hash", create.hash().hex());
        if (create.name() != null) {
          properties.setProperty("name", create.name());
        }
        if (create.expiresAt() != null) {
          properties.setProperty("expires_at", create.expiresAt().toString());
        }
      }
      case Revoke(ApiKeyId id) -> {
        properties.setProperty("do", "revoke");
        properties.setProperty("id", id.value());
      }
    }
    try {
      var text = new StringWriter();
      properties.store(text, null);
      return text.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Empty where the text is no request, or one that this version does not know. */
  static Optional<RequestText> parse(String text) {
    try {
      var properties = new Properties();
      properties.load(new StringReader(text));
      Instant until = Instant.parse(properties.getProperty("until", ""));
      return requestOf(properties).map(request -> new RequestText(request, until));
    } catch (IOException | IllegalArgumentException | DateTimeException _) {
      return Optional.empty();
    }
  }

  private static Optional<KeyRequest> requestOf(Properties properties) {
    return switch (properties.getProperty("do", "")) {
      case "revoke" -> Optional.of(new Revoke(new ApiKeyId(properties.getProperty("id", ""))));
      case "create" -> {
        String hash = properties.getProperty("hash", "");
        String expiresAt = properties.getProperty("expires_at");
        yield Role.named(properties.getProperty("role", ""))
            .filter(_ -> HASH.matcher(hash).matches())
            .map(role ->
                new Create(
                    new TenantId(properties.getProperty("tenant", "")),
                    role,
                    properties.getProperty("name"),
                    expiresAt == null ? null : Instant.parse(expiresAt),
                    new KeyHash(hash)));
      }
      default -> Optional.empty();
    };
  }
}
