package posthorn.domain.alert;

import java.util.Locale;

/** What kind of thing an alert is about. */
public enum Scope {
  WEBHOOK,
  TENANT,
  POOL,
  SERVER;

  /** Whether a tenant may set its own thresholds: the rest it shares with others. */
  boolean tenantsOwn() {
    return this == WEBHOOK || this == TENANT;
  }

  public static Scope named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
