package posthorn.application.dispatch;

import org.jspecify.annotations.Nullable;
import posthorn.domain.dispatch.PlaceBounds;
import posthorn.domain.dispatch.Trust;
import posthorn.domain.tenant.TenantId;

/**
 * The places of a pool, of a tenant in it, or of a host, part of which is kept for webhooks that
 * answer. Not safe for threads.
 */
final class Places {
  private final Quota all;
  private final Quota unproven;
  private final Quota doubtful;

  Places(PlaceBounds bounds) {
    all = new Quota(bounds.all(), false);
    unproven = new Quota(bounds.unproven(), true);
    doubtful = new Quota(bounds.doubtful(), true);
  }

  int taken() {
    return all.taken();
  }

  /** What a request of a webhook of that trust has to wait for; null if there is a place. */
  @Nullable Quota full(Trust trust) {
    if (trust == Trust.DOUBTFUL && doubtful.isFull()) {
      return doubtful;
    }
    if (trust != Trust.PROVEN && unproven.isFull()) {
      return unproven;
    }
    return all.isFull() ? all : null;
  }

  void take(TenantId tenant, Trust trust) {
    all.take(tenant);
    if (trust != Trust.PROVEN) {
      unproven.take(tenant);
    }
    if (trust == Trust.DOUBTFUL) {
      doubtful.take(tenant);
    }
  }

  void giveBack(TenantId tenant, Trust trust, ReadyLines ready) {
    all.giveBack(tenant, ready);
    if (trust != Trust.PROVEN) {
      unproven.giveBack(tenant, ready);
    }
    if (trust == Trust.DOUBTFUL) {
      doubtful.giveBack(tenant, ready);
    }
  }

  /** What was taken counts otherwise now, also if more are doubtful by that than may be. */
  void change(TenantId tenant, Trust from, Trust to, ReadyLines ready) {
    take(tenant, to);
    giveBack(tenant, from, ready);
  }
}
