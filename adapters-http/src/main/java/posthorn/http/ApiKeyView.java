package posthorn.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.access.ApiKey;

/**
 * A key as the API shows it.
 *
 * @param key its text, which is shown once; absent ever after
 */
record ApiKeyView(
    String id,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String key,
    String role,
    String tenantId,
    @Nullable String name,
    Instant createdAt,
    @Nullable Instant expiresAt) {

  static ApiKeyView of(ApiKey key) {
    return view(key, null);
  }

  static ApiKeyView withText(ApiKey key, String text) {
    return view(key, text);
  }

  private static ApiKeyView view(ApiKey key, @Nullable String text) {
    return new ApiKeyView(
        key.id().value(),
        text,
        key.role().wireName(),
        key.tenant().value(),
        key.name(),
        key.createdAt(),
        key.expiresAt());
  }

  @Override
  public String toString() {
    return "ApiKeyView[" + id + "]";
  }
}
