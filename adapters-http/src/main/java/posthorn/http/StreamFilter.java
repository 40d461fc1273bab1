package posthorn.http;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.OperatorEvent;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/**
 * Which events a stream has.
 *
 * @param tenant null for those of all tenants, which only operators see
 * @param webhook null for those of all webhooks and of none
 * @param types those that are wanted by name
 */
record StreamFilter(@Nullable TenantId tenant, @Nullable WebhookId webhook, Set<String> types) {
  private static final String ANY_REST = "*";

  StreamFilter {
    types = Set.copyOf(types);
  }

  boolean passes(OperatorEvent event) {
    return (tenant == null || tenant.equals(event.tenant()))
        && (webhook == null || webhook.equals(event.webhook()))
        && types.contains(event.type());
  }

  /** The types that a name means; with a star at its end, all that begin so. */
  static List<String> named(String pattern) {
    if (!pattern.endsWith(ANY_REST)) {
      return OperatorEventView.TYPES.stream().filter(pattern::equals).toList();
    }
    String beginning = pattern.substring(0, pattern.length() - ANY_REST.length());
    boolean whole = beginning.isEmpty() || beginning.endsWith(".");
    return OperatorEventView.TYPES.stream()
        .filter(type -> whole && type.startsWith(beginning))
        .toList();
  }

  static Set<String> allOf(List<String> patterns) {
    return patterns.isEmpty()
        ? Set.copyOf(OperatorEventView.TYPES)
        : patterns.stream()
            .flatMap(pattern -> named(pattern).stream())
            .collect(Collectors.toUnmodifiableSet());
  }
}
