package posthorn.outbound;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import posthorn.domain.tenant.TenantId;

/** What is known of one name: the latest answer, and the lookup that is under way or failed. */
final class KnownName {
  /** Short: a name that has just been set up should be found soon. */
  private static final Duration UNKNOWN_FOR = Duration.ofSeconds(10);

  /** The tenant that asked first. */
  final TenantId owner;

  private volatile @Nullable Answer answer;
  private @Nullable Lookup latest;

  /**
   * Addresses.
   *
   * @param since when they came
   */
  record Answer(List<InetAddress> addresses, long since) {
    boolean isYoungerThan(Duration age, long now) {
      return now - since < age.toNanos();
    }
  }

  /** One question to the name servers; several callers may wait for it. */
  static final class Lookup {
    final CompletableFuture<List<InetAddress>> result = new CompletableFuture<>();
    final long since;
    private final Set<TenantId> askedBy = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile long failureEnds;

    private Lookup(long since) {
      this.since = since;
    }

    /** Whether that tenant asks for the first time, and so is to wait in its own line for it. */
    boolean askedFirstBy(TenantId tenant) {
      return !result.isDone() && askedBy.add(tenant);
    }

    /** That tenant does not wait for it after all. */
    void notAskedBy(TenantId tenant) {
      askedBy.remove(tenant);
    }

    private boolean isUnderWay() {
      return !result.isDone() && !askedBy.isEmpty();
    }

    private boolean wasAbandoned() {
      return !result.isDone() && askedBy.isEmpty();
    }

    /** Whether it has not begun in another tenant's line. */
    boolean begin() {
      return begun.compareAndSet(false, true);
    }

    private boolean isOver(long now) {
      return result.isDone() && now - failureEnds >= 0;
    }
  }

  KnownName(TenantId owner) {
    this.owner = owner;
  }

  @Nullable Answer answer() {
    return answer;
  }

  /** The lookup that is under way, one that has just failed, or a new one. */
  synchronized Lookup lookup(long now) {
    Lookup present = latest;
    if (present == null || present.isOver(now)) {
      present = new Lookup(now);
      latest = present;
    }
    return present;
  }

  void succeeded(Lookup lookup, List<InetAddress> addresses, long now) {
    answer = new Answer(addresses, now);
    lookup.failureEnds = now;
    lookup.result.complete(addresses);
  }

  /** An earlier answer stays. */
  void failed(Lookup lookup, Exception failure, long now) {
    lookup.failureEnds = now + UNKNOWN_FOR.toNanos();
    lookup.result.completeExceptionally(failure);
  }

  synchronized boolean isUnderWay() {
    return latest != null && latest.isUnderWay();
  }

  /** Whether nothing would be lost with it. */
  synchronized boolean isForgettable(Duration oldest, long now) {
    Answer known = answer;
    Lookup lookup = latest;
    if (known != null && known.isYoungerThan(oldest, now)) {
      return false;
    }
    return lookup == null || lookup.isOver(now) || lookup.wasAbandoned();
  }
}
