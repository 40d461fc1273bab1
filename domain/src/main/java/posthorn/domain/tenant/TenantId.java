package posthorn.domain.tenant;

import java.util.regex.Pattern;

/** A tenant's id, chosen by people: lower-case letters, digits, hyphens and underscores. */
public record TenantId(String value) {
  private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");

  /** The tenant that is always there. */
  public static final TenantId DEFAULT = new TenantId("default");

  public TenantId {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException("not a tenant id: " + value);
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
