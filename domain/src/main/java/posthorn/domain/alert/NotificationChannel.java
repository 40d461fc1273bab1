package posthorn.domain.alert;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import posthorn.domain.tenant.TenantId;

/**
 * A channel that somebody set up.
 *
 * @param tenant whose alerts it takes; null for everybody's, and the server's own
 * @param taking of those, which
 */
public record NotificationChannel(
    ChannelId id,
    @Nullable TenantId tenant,
    @Nullable String name,
    Channel channel,
    Taking taking,
    Instant createdAt,
    Instant updatedAt) {
  public static final int MAX_NAME_LENGTH = 255;

  /**
   * Which alerts a channel takes.
   *
   * @param enabled whether it takes any
   * @param rules of these rules; of all where there are none
   * @param severities of these; of all where there are none
   */
  public record Taking(boolean enabled, Set<String> rules, Set<Severity> severities) {
    public static final Taking ALL = new Taking(true, Set.of(), Set.of());

    public Taking {
      rules = Set.copyOf(rules);
      severities = Set.copyOf(severities);
    }

    boolean takes(String rule, Severity severity) {
      return enabled
          && (rules.isEmpty() || rules.contains(rule))
          && (severities.isEmpty() || severities.contains(severity));
    }
  }

  public boolean takes(Alert alert) {
    return taking.takes(alert.key().rule(), alert.severity());
  }

  public NotificationChannel changed(
      @Nullable String newName, Channel newChannel, Taking newTaking, Instant now) {
    return new NotificationChannel(id, tenant, newName, newChannel, newTaking, createdAt, now);
  }
}
