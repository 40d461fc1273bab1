package posthorn.application.port;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import posthorn.domain.alert.Notice;
import posthorn.domain.alert.OwnerDigest;
import posthorn.domain.tenant.TenantId;

/**
 * The deliveries that were given up and that nobody was told of yet. Each is counted when it is
 * settled, and durable along with its settlement.
 */
public interface UntoldDeaths {

  /** So many of a webhook for one reason, the first and the last of which died then. */
  record Untold(OwnerDigest.Kind kind, long count, Instant first, Instant last) {}

  /** Who is told; the same person for two tenants is two of these. */
  record Recipient(TenantId tenant, String owner) {}

  List<Untold> all();

  /** When each who was told anything was told last. */
  Map<Recipient, Instant> toldAt();

  /** Writes that these were told, with the notices that do; what died since then stays untold. */
  void told(Recipient recipient, List<Untold> told, List<Notice> notices, Instant now);

  /** Forgets these: there is nobody to tell. */
  void forget(List<Untold> untold);
}
