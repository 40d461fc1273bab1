package posthorn.outbound;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import posthorn.domain.tenant.TenantId;
import posthorn.outbound.KnownName.Answer;
import posthorn.outbound.KnownName.Lookup;

/**
 * The addresses of names, remembered for a while. An answer that has become old is looked up again
 * beside the requests that use it, so a name server that stops answering stops nothing that was
 * known. A caller waits only for a name without an answer, and for as long as it wants.
 */
final class Names implements AutoCloseable {
  private static final Duration FRESH_FOR = Duration.ofMinutes(5);

  /** A name that is used all the time is looked up again before it becomes this old. */
  private static final Duration USED_UNSEEN_FOR = Duration.ofMinutes(10);

  private static final Duration USABLE_FOR = Duration.ofHours(1);

  /** For the answer about a name that was not used for a while: its receiver may have moved. */
  private static final Duration PATIENCE_FOR_NEWS = Duration.ofSeconds(1);

  /** Tenants choose the names, so what is remembered must have an end. */
  private static final int MOST_NAMES = 10_000;

  private final NameServers servers;
  private final LongSupplier nanoTime;
  private final ConcurrentMap<String, KnownName> names = new ConcurrentHashMap<>();
  private final Lookups ofUnknown;
  private final Lookups ofKnown;

  /**
   * How many lookups run at once.
   *
   * @param threads what their threads are called
   * @param ofUnknown of names without a usable answer
   * @param ofKnown of those with one, apart from the former, so that none of them ever becomes
   *     unknown because others are
   */
  record Shares(String threads, Lookups.Share ofUnknown, Lookups.Share ofKnown) {
    static final Shares OF_DELIVERIES =
        new Shares("names-", new Lookups.Share(24, 4), new Lookups.Share(8, 2));
    static final Shares OF_TESTS =
        new Shares("test-names-", new Lookups.Share(12, 2), new Lookups.Share(4, 1));
  }

  Names(NameServers servers, Shares shares, LongSupplier nanoTime) {
    this.servers = servers;
    this.nanoTime = nanoTime;
    ofUnknown = new Lookups(shares.threads(), shares.ofUnknown());
    ofKnown = new Lookups(shares.threads() + "known-", shares.ofKnown());
  }

  /**
   * Every address of the name; waits so long at most.
   *
   * @param tenant that asks; its share of lookups is used
   * @throws RejectedExecutionException if too many names of the tenant wait already
   */
  List<InetAddress> addressesOf(TenantId tenant, String host, Duration patience)
      throws UnknownHostException, TimeoutException, InterruptedException {
    long now = nanoTime.getAsLong();
    KnownName name = names.get(host);
    Answer known = name == null ? null : name.answer();
    if (name != null && known != null) {
      if (known.isYoungerThan(FRESH_FOR, now)) {
        return known.addresses();
      }
      if (known.isYoungerThan(USABLE_FOR, now)) {
        return lookedUpAgain(tenant, host, name, known, patience);
      }
    }
    return lookedUp(tenant, host, patience);
  }

  private List<InetAddress> lookedUp(TenantId tenant, String host, Duration patience)
      throws UnknownHostException, TimeoutException, InterruptedException {
    long now = nanoTime.getAsLong();
    KnownName name = entryOf(tenant, host, now);
    Lookup lookup = name.lookup(now);
    try {
      ask(ofUnknown, tenant, host, name, lookup);
    } catch (RejectedExecutionException e) {
      if (name.isForgettable(USABLE_FOR, now)) {
        names.remove(host, name);
      }
      throw e;
    }
    try {
      return lookup.result.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      var unknown = new UnknownHostException(host);
      unknown.initCause(e.getCause());
      throw unknown;
    }
  }

  private List<InetAddress> lookedUpAgain(
      TenantId tenant, String host, KnownName name, Answer known, Duration patience)
      throws InterruptedException {
    long now = nanoTime.getAsLong();
    Lookup lookup = name.lookup(now);
    try {
      ask(ofKnown, tenant, host, name, lookup);
    } catch (RejectedExecutionException _) {
      return known.addresses();
    }
    long left = PATIENCE_FOR_NEWS.toNanos() - (now - lookup.since);
    if (known.isYoungerThan(USED_UNSEEN_FOR, now) || left <= 0) {
      return known.addresses();
    }
    try {
      return lookup.result.get(Math.min(left, patience.toNanos()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException _) {
      return known.addresses();
    }
  }

  private void ask(Lookups lookups, TenantId tenant, String host, KnownName name, Lookup lookup) {
    if (!lookup.askedFirstBy(tenant)) {
      return;
    }
    try {
      lookups.submit(tenant, () -> lookUp(host, name, lookup));
    } catch (RejectedExecutionException e) {
      lookup.notAskedBy(tenant);
      throw e;
    }
  }

  private void lookUp(String host, KnownName name, Lookup lookup) {
    if (!lookup.begin()) {
      return;
    }
    try {
      List<InetAddress> addresses = servers.lookUp(host);
      name.succeeded(lookup, addresses, nanoTime.getAsLong());
    } catch (UnknownHostException | RuntimeException e) {
      name.failed(lookup, e, nanoTime.getAsLong());
    }
  }

  private KnownName entryOf(TenantId tenant, String host, long now) {
    KnownName present = names.get(host);
    if (present != null) {
      return present;
    }
    makeRoom(now);
    return names.computeIfAbsent(host, _ -> new KnownName(tenant));
  }

  private void makeRoom(long now) {
    if (names.size() < MOST_NAMES) {
      return;
    }
    names.values().removeIf(name -> name.isForgettable(USABLE_FOR, now));
    if (names.size() >= MOST_NAMES) {
      forgetThoseOfOneTenant();
    }
  }

  /** Of the one that has most, so that it drives out nobody else's. */
  private void forgetThoseOfOneTenant() {
    names.values().stream().collect(groupingBy(name -> name.owner, counting())).entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .ifPresent(most ->
            names
                .values()
                .removeIf(name -> name.owner.equals(most.getKey()) && !name.isUnderWay()));
  }

  int remembered() {
    return names.size();
  }

  @Override
  public void close() {
    ofUnknown.close();
    ofKnown.close();
  }
}
