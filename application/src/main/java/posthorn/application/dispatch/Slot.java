package posthorn.application.dispatch;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.Recall;
import posthorn.domain.dispatch.Trust;
import posthorn.domain.tenant.TenantId;

/**
 * A claimed delivery with its places: one of its webhook, its tenant and its host until its request
 * is over, one of its pool until it is settled. {@link Floor}'s lock guards the places.
 */
public final class Slot implements Recall {
  private static final Runnable RECALLED = () -> {};

  private final ClaimedDelivery claimed;
  final Desk desk;
  final Host host;

  /** As what it is counted. */
  private Trust trust;

  /** What is to be done when it is recalled, or that it was. */
  private final AtomicReference<@Nullable Runnable> onRecall = new AtomicReference<>();

  private boolean sending;
  private boolean hasPlaces;

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

  @Override
  public void onRecall(Runnable action) {
    if (RECALLED.equals(onRecall.getAndUpdate(old -> RECALLED.equals(old) ? old : action))) {
      action.run();
    }
  }

  /** Its webhook takes nothing any more: the request is not made, or is cut off. */
  void recall() {
    Runnable action = onRecall.getAndSet(RECALLED);
    if (action != null) {
      action.run();
    }
  }

  boolean isRecalled() {
    return RECALLED.equals(onRecall.get());
  }

  /** Whether it has places, and not only room among what is held. */
  boolean hasPlaces() {
    return hasPlaces;
  }

  boolean isRetry() {
    return Desk.isRetry(claimed);
  }

  void take() {
    TenantId tenant = desk.tenant;
    sending = true;
    hasPlaces = true;
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
