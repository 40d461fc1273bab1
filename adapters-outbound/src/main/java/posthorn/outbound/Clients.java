package posthorn.outbound;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.ClientCertificate;
import posthorn.outbound.PooledWebhookSender.Settings;

/**
 * The client for requests that show no certificate, and one for each tenant's certificate: a
 * connection that was made with one is never used for a request with another.
 *
 * <p>A client with a certificate has threads of its own, so there are few, and of a tenant fewer. A
 * tenant that uses more of them in turn has its own closed, not those of others.
 */
final class Clients implements AutoCloseable {
  private final Settings settings;
  private final Share share;
  private final Trust trust;
  private final Lent plain;

  private final Lock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Those with certificates, the longest unused first. */
  private final Map<Owned, Lent> certified = new LinkedHashMap<>(16, 0.75f, true);

  /** Who waits for one, in the order of their coming. */
  private final Map<TenantId, Queue<Thread>> waiting = new HashMap<>();

  /**
   * How many clients with certificates there may be.
   *
   * @param most in all; besides, a tenant that has none may always have one
   */
  record Share(int most, int mostOfTenant) {}

  private record Owned(TenantId tenant, ClientCertificate certificate) {}

  /** All clients with certificates that the tenant may have were in use for too long. */
  static final class NoneFreeException extends Exception {
    NoneFreeException() {
      super("all clients with certificates are in use");
    }
  }

  /** Starts the one without a certificate. */
  Clients(Settings settings, Share share) {
    this.settings = settings;
    this.share = share;
    trust = Trust.in(settings.authorities());
    plain = new Lent(null);
    Client _ = plain.client();
  }

  /** A client that is in use until it is closed. */
  final class Lent implements AutoCloseable {
    private final @Nullable ClientCertificate certificate;
    private @Nullable Client client;
    private int users;

    private Lent(@Nullable ClientCertificate certificate) {
      this.certificate = certificate;
    }

    /** Made when it is first asked for: making one takes a while, in which others go on. */
    synchronized Client client() {
      Client present = client;
      if (present == null) {
        present =
            certificate == null
                ? Client.start(settings, trust.context(null))
                : Client.startSmall(settings, trust.context(certificate));
        client = present;
      }
      return present;
    }

    private synchronized Optional<Client> made() {
      return Optional.ofNullable(client);
    }

    @Override
    public void close() {
      if (this != plain) {
        giveBack(this);
      }
    }
  }

  /**
   * The client for requests with that certificate, or without one.
   *
   * @throws NoneFreeException if there was none for so long
   */
  Lent take(TenantId tenant, @Nullable ClientCertificate certificate, Duration patience)
      throws InterruptedException, NoneFreeException {
    return certificate == null ? plain : take(new Owned(tenant, certificate), patience);
  }

  private Lent take(Owned owned, Duration patience) throws InterruptedException, NoneFreeException {
    var left = new ArrayList<Lent>();
    lock.lock();
    try {
      Lent taken = await(owned, patience, left);
      taken.users++;
      return taken;
    } finally {
      lock.unlock();
      end(left);
    }
  }

  /** Waits behind those of the tenant that came before, so that each has its turn. */
  private Lent await(Owned owned, Duration patience, List<Lent> left)
      throws InterruptedException, NoneFreeException {
    Thread me = Thread.currentThread();
    Queue<Thread> line = waiting.computeIfAbsent(owned.tenant(), _ -> new ArrayDeque<>());
    line.add(me);
    try {
      long nanos = patience.toNanos();
      while (true) {
        Lent mine = me.equals(line.peek()) ? kept(owned, left) : null;
        if (mine != null) {
          return mine;
        }
        if (nanos <= 0) {
          throw new NoneFreeException();
        }
        nanos = changed.awaitNanos(nanos);
      }
    } finally {
      line.remove(me);
      if (line.isEmpty()) {
        waiting.remove(owned.tenant());
      } else {
        changed.signalAll();
      }
    }
  }

  /** The one for that certificate, if there is room; whichever goes for it is left to be ended. */
  private @Nullable Lent kept(Owned owned, List<Lent> left) {
    Lent present = certified.get(owned);
    if (present != null) {
      return present;
    }
    int ofTenant = ofTenant(owned.tenant());
    if (ofTenant >= share.mostOfTenant() && !evict(isOf(owned.tenant()), left)) {
      return null;
    }
    if (certified.size() >= share.most() && !evict(_ -> true, left) && ofTenant > 0) {
      return null;
    }
    var added = new Lent(owned.certificate());
    certified.put(owned, added);
    return added;
  }

  private int ofTenant(TenantId tenant) {
    return (int) certified.keySet().stream().filter(isOf(tenant)).count();
  }

  private static Predicate<Owned> isOf(TenantId tenant) {
    return owned -> owned.tenant().equals(tenant);
  }

  /** Takes away the longest unused of those; whether there is one that nobody uses. */
  private boolean evict(Predicate<Owned> those, List<Lent> left) {
    Optional<Map.Entry<Owned, Lent>> unused =
        certified.entrySet().stream()
            .filter(entry -> entry.getValue().users == 0 && those.test(entry.getKey()))
            .findFirst();
    unused.ifPresent(entry -> {
      left.add(entry.getValue());
      certified.remove(entry.getKey());
    });
    return unused.isPresent();
  }

  private void giveBack(Lent lent) {
    var left = new ArrayList<Lent>();
    lock.lock();
    try {
      lent.users--;
      if (lent.users == 0) {
        boolean _ = certified.size() > share.most() && evict(_ -> true, left);
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
    end(left);
  }

  /** Nothing is under way on their connections; their receivers may take a moment to part. */
  private static void end(List<Lent> left) {
    for (Lent lent : left) {
      lent.made().ifPresent(client -> Thread.startVirtualThread(client::close));
    }
  }

  private List<Lent> all() {
    lock.lock();
    try {
      return List.copyOf(certified.values());
    } finally {
      lock.unlock();
    }
  }

  /** How many there are, besides the one without a certificate. */
  int certified() {
    return all().size();
  }

  /** How many connections are in use, of all of them. */
  int leasedConnections() {
    return leasedOf(plain) + all().stream().mapToInt(Clients::leasedOf).sum();
  }

  private static int leasedOf(Lent lent) {
    return lent.made().map(client -> client.connections().getTotalStats().getLeased()).orElse(0);
  }

  @Override
  public void close() {
    List<Lent> all = all();
    plain.client().close();
    all.forEach(lent -> lent.made().ifPresent(Client::close));
  }
}
