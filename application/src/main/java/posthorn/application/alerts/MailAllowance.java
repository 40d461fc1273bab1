package posthorn.application.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.tenant.TenantId;

/**
 * How many mails each tenant gets in an hour, to owners and to its channels together. A mail to
 * several addresses counts as several. An hour begins with its first mail, and is known in memory
 * only. The server's own channels are the operators', and are not counted.
 */
public final class MailAllowance {
  private static final Duration AN_HOUR = Duration.ofHours(1);

  private final int perHour;
  private final Map<TenantId, Hour> hours = new HashMap<>();

  public MailAllowance(int perHour) {
    this.perHour = perHour;
  }

  private record Hour(Instant begin, int taken, boolean told) {
    boolean includes(Instant now) {
      return !now.isBefore(begin) && now.isBefore(end());
    }

    Instant end() {
      return begin.plus(AN_HOUR);
    }
  }

  /**
   * The allowance is used up.
   *
   * @param until when there is more
   * @param first whether this is the first mail of the hour that has to wait
   */
  record UsedUp(int perHour, Instant until, boolean first) {
    String reason() {
      return "the tenant's " + perHour + " mails of an hour are used up until " + until;
    }
  }

  /** Takes that many; if there are not so many left, takes none and says until when. */
  synchronized @Nullable UsedUp take(TenantId tenant, int mails, Instant now) {
    if (tenant.equals(TenantId.SYSTEM)) {
      return null;
    }
    hours.values().removeIf(hour -> !hour.includes(now));
    Hour hour = hours.getOrDefault(tenant, new Hour(now, 0, false));
    // The first one is always granted, however small the allowance is.
    if (hour.taken() > 0 && hour.taken() + mails > perHour) {
      hours.put(tenant, new Hour(hour.begin(), hour.taken(), true));
      return new UsedUp(perHour, hour.end(), !hour.told());
    }
    hours.put(tenant, new Hour(hour.begin(), hour.taken() + mails, hour.told()));
    return null;
  }

  /** They were not sent after all. */
  synchronized void giveBack(TenantId tenant, int mails) {
    hours.computeIfPresent(
        tenant,
        (_, hour) -> new Hour(hour.begin(), Math.max(0, hour.taken() - mails), hour.told()));
  }
}
