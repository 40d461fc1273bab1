package posthorn.domain.alert;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The domains that mails may be sent to. Addresses are not confirmed by those who read them, so a
 * server that many tenants share would mail to anybody.
 *
 * @param names in lower case; none means that every domain is allowed
 */
public record MailDomains(Set<String> names) {
  public static final MailDomains ALL = new MailDomains(Set.of());
  public static final String NAME_RULE = "domains such as example.com,example.org";

  private static final Pattern NAME =
      Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");

  /** Of quoted local parts, comments and groups readers differ about which domain is meant. */
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@([A-Za-z0-9.-]+)");

  public MailDomains {
    names =
        names.stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
    for (String name : names) {
      if (!NAME.matcher(name).matches()) {
        throw new IllegalArgumentException("not a domain: " + name);
      }
    }
  }

  public boolean allows(String address) {
    if (names.isEmpty()) {
      return true;
    }
    var plain = PLAIN.matcher(address);
    return plain.matches() && names.contains(plain.group(1).toLowerCase(Locale.ROOT));
  }

  /** Why an address is refused; to be read after its field's name. */
  public String refusal() {
    return "must be at a domain that mails may be sent to: "
        + names.stream().sorted().collect(Collectors.joining(", "))
        + "; the operator names them in mail.allowed_domains";
  }
}
