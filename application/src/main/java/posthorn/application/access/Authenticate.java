package posthorn.application.access;

import java.util.Optional;
import posthorn.application.port.ApiKeys;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.KeyHash;

/** Tells whose key it is. */
public final class Authenticate {
  private final ApiKeys keys;

  public Authenticate(ApiKeys keys) {
    this.keys = keys;
  }

  /** The key that the text is of, or nothing. */
  public Optional<ApiKey> authenticate(String text) {
    KeyHash hash = KeyHash.of(text);
    return keys.find(hash).filter(key -> key.hash().sameAs(hash));
  }
}
