package posthorn.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * The addresses of names, remembered for a while. Whoever asks waits for as long as it wants: a
 * lookup that takes longer goes on, on a thread of its own, for those who ask later.
 */
final class Names implements AutoCloseable {
  private static final Duration KNOWN_FOR = Duration.ofMinutes(5);

  /** Short: a name that has just been set up should be found soon. */
  private static final Duration UNKNOWN_FOR = Duration.ofSeconds(10);

  /** Strangers choose the names, so what is remembered must have an end. */
  private static final int MOST_NAMES = 10_000;

  /** A lookup holds a thread of the machine, which waits for servers that may be down. */
  private static final int MOST_AT_ONCE = 32;

  private static final Duration IDLE = Duration.ofSeconds(30);

  private final NameServers servers;
  private final LongSupplier nanoTime;
  private final ConcurrentMap<String, Entry> entries = new ConcurrentHashMap<>();
  private final ExecutorService threads;

  /** The answer, or the failure, and when it came; not yet known while it is under way. */
  private static final class Entry {
    final CompletableFuture<List<InetAddress>> answer = new CompletableFuture<>();
    private volatile long knownUntil = Long.MAX_VALUE;

    boolean isOld(long now) {
      return answer.isDone() && now - knownUntil >= 0;
    }
  }

  Names(NameServers servers, LongSupplier nanoTime) {
    this.servers = servers;
    this.nanoTime = nanoTime;
    var pool =
        new ThreadPoolExecutor(
            MOST_AT_ONCE,
            MOST_AT_ONCE,
            IDLE.toSeconds(),
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST_NAMES),
            Thread.ofPlatform().daemon().name("names-", 0).factory());
    pool.allowCoreThreadTimeOut(true);
    threads = pool;
  }

  /** Every address of the name; waits so long at most. */
  List<InetAddress> addressesOf(String host, Duration patience)
      throws UnknownHostException, TimeoutException, InterruptedException {
    try {
      return entryOf(host).answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      var unknown = new UnknownHostException(host);
      unknown.initCause(e.getCause());
      throw unknown;
    }
  }

  private Entry entryOf(String host) {
    long now = nanoTime.getAsLong();
    Entry present = entries.get(host);
    if (present != null && !present.isOld(now)) {
      return present;
    }
    makeRoom(now);
    var fresh = new Entry();
    Entry entry =
        entries.compute(host, (_, there) -> there == null || there.isOld(now) ? fresh : there);
    if (entry == fresh) {
      begin(host, fresh);
    }
    return entry;
  }

  private void begin(String host, Entry entry) {
    try {
      threads.execute(() -> lookUp(host, entry));
    } catch (RejectedExecutionException e) {
      // Too many wait, or nobody is to be asked any more. Whoever asks next begins anew: an entry
      // that nobody completes would have the name time out for ever.
      boolean _ = entries.remove(host, entry);
      entry.answer.completeExceptionally(e);
    }
  }

  private void lookUp(String host, Entry entry) {
    try {
      List<InetAddress> addresses = servers.lookUp(host);
      entry.knownUntil = nanoTime.getAsLong() + KNOWN_FOR.toNanos();
      entry.answer.complete(addresses);
    } catch (UnknownHostException | RuntimeException e) {
      entry.knownUntil = nanoTime.getAsLong() + UNKNOWN_FOR.toNanos();
      entry.answer.completeExceptionally(e);
    }
  }

  private void makeRoom(long now) {
    if (entries.size() < MOST_NAMES) {
      return;
    }
    entries.values().removeIf(entry -> entry.isOld(now));
    if (entries.size() >= MOST_NAMES) {
      // All of them are in use; whoever is forgotten is asked for again.
      entries.values().removeIf(entry -> entry.answer.isDone());
    }
  }

  int remembered() {
    return entries.size();
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
