package posthorn.domain.tenant;

import java.util.regex.Pattern;

/** A tenant's id, chosen by people: lower-case letters, digits, hyphens and underscores. */
public record TenantId(String value) {
  public static final int MAX_LENGTH = 64;

  /** What the id of a tenant starts with for which nobody chose one. */
  public static final String PREFIX = "ten_";

  public static final String RULE =
      "must be 1 to "
          + MAX_LENGTH
          + " lower-case letters, digits, hyphens and underscores, not beginning with the last two";

  private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");

  /** The tenant that is always there. */
  public static final TenantId DEFAULT = new TenantId("default");

  /**
   * Owns what belongs to no tenant but to the server: the webhooks of notification channels, alerts
   * about the server and its pools, and audit entries about tenants. No key can have this tenant,
   * so only operators see what it owns.
   */
  public static final TenantId SYSTEM = new TenantId("posthorn-system");

  public TenantId {
    if (!isValid(value)) {
      throw new IllegalArgumentException("not a tenant id: " + value);
    }
  }

  public static boolean isValid(String value) {
    return FORM.matcher(value).matches();
  }

  @Override
  public String toString() {
    return value;
  }
}
