package posthorn.bootstrap.keys;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.access.ApiKey;
import posthorn.domain.event.JsonString;

/** A key as the API shows it. */
public final class KeyJson {
  private KeyJson() {}

  public static String of(ApiKey key) {
    return "{\"id\":"
        + quoted(key.id().value())
        + ",\"role\":"
        + quoted(key.role().wireName())
        + ",\"tenant_id\":"
        + quoted(key.tenant().value())
        + ",\"name\":"
        + quoted(key.name())
        + ",\"created_at\":"
        + quoted(key.createdAt())
        + ",\"expires_at\":"
        + quoted(key.expiresAt())
        + "}";
  }

  private static String quoted(@Nullable Instant time) {
    return quoted(time == null ? null : time.toString());
  }

  private static String quoted(@Nullable String text) {
    return text == null ? "null" : JsonString.quoted(text);
  }
}
