package posthorn.application.dispatch;

import posthorn.application.port.ClaimedDelivery;
import posthorn.domain.dispatch.Trust;
import posthorn.domain.tenant.TenantId;

/**
 * A claimed delivery with its places: one of its webhook, its tenant and its host until its request
 * is over, one of its pool until it is settled. {@link Floor}'s lock guards the places.
 */
public final class Slot {
  private final ClaimedDelivery claimed;
  final Desk desk;
  final Host host;

  /** As what it is counted. */
  private Trust trust;

  private boolean sending = true;

  /** Where it is among its desk's slots. */
  int index;

  Slot(ClaimedDelivery claimed, Desk desk, Trust trust) {
    this.claimed = claimed;
    this.desk = desk;
    this.host = desk.host();
    this.trust = trust;
  }

  /** The delivery to be attempted. */
  public ClaimedDelivery claimed() {
    return claimed;
  }

  boolean isRetry() {
    return Desk.isRetry(claimed);
  }

  void take() {
    TenantId tenant = desk.tenant;
    host.places.take(tenant, trust);
    desk.portion.places.take(tenant, trust);
    desk.pool.take(tenant, trust, isRetry());
  }

  void count(Trust changed, ReadyLines ready) {
    if (changed == trust) {
      return;
    }
    TenantId tenant = desk.tenant;
    if (sending) {
      host.places.change(tenant, trust, changed, ready);
      desk.portion.places.change(tenant, trust, changed, ready);
    }
    desk.pool.change(tenant, trust, changed, ready);
    trust = changed;
  }

  /** Gives back what was for the request; whether that was not done before. */
  boolean sent(ReadyLines ready) {
    boolean wasSending = sending;
    if (wasSending) {
      host.places.giveBack(desk.tenant, trust, ready);
      desk.portion.places.giveBack(desk.tenant, trust, ready);
      sending = false;
    }
    return wasSending;
  }

  /** Gives back the rest. */
  void ended(ReadyLines ready) {
    desk.pool.giveBack(desk.tenant, trust, isRetry(), ready);
  }
}
