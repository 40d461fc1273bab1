package posthorn.domain.webhook;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Which of those that have a say decides a value of a webhook's policy. */
public enum PolicySource {
  WEBHOOK,
  TENANT,
  SERVER;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The source of each value of the policy that a webhook's and its tenant's choices make. */
  public static Map<PolicyValue, PolicySource> ofEach(PolicyChoices webhook, PolicyChoices tenant) {
    Set<PolicyValue> own = webhook.decided();
    Set<PolicyValue> tenants = tenant.decided();
    var sources = new EnumMap<PolicyValue, PolicySource>(PolicyValue.class);
    for (PolicyValue value : PolicyValue.values()) {
      sources.put(value, own.contains(value) ? WEBHOOK : tenants.contains(value) ? TENANT : SERVER);
    }
    return sources;
  }
}
