package posthorn.domain.access;

import java.util.Locale;

/** What a key's holder may do. */
public enum Role {
  /** Everything, for every tenant. */
  OPERATOR;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
