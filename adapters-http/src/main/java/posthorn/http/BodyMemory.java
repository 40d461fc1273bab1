package posthorn.http;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that bodies take while their requests are answered, counted in bytes: in all, and for
 * each {@link Share}. What it counts is what has arrived, not what was announced, so that a caller
 * gets no more of it than it sends.
 */
final class BodyMemory {
  /** A body is soon read and answered. */
  static final int RETRY_SECONDS = 1;

  private final long most;
  private final AtomicLong taken = new AtomicLong();
  private final Map<Object, Long> takenOf = new ConcurrentHashMap<>();

  BodyMemory(long most) {
    this.most = most;
  }

  /**
   * A part of it that one cannot exceed.
   *
   * @param of a tenant, a source, or a group of them
   */
  record Share(Object of, long most) {}

  /** What one request has of it. */
  final class Hold {
    private final List<Share> shares;
    private long bytes;

    private Hold(List<Share> shares) {
      this.shares = shares;
    }

    /** Takes so much instead of what it has; ends the request where that is not there. */
    void resize(long next) {
      change(next - bytes);
      bytes = next;
      if (taken.get() > most || shares.stream().anyMatch(BodyMemory.this::isOver)) {
        release();
        throw new ProblemException(Problem.busy(RETRY_SECONDS));
      }
    }

    void release() {
      change(-bytes);
      bytes = 0;
    }

    private void change(long by) {
      taken.addAndGet(by);
      for (Share share : shares) {
        takenOf.merge(share.of(), by, BodyMemory::sumOrNothing);
      }
    }
  }

  Hold hold(List<Share> shares) {
    return new Hold(shares);
  }

  private boolean isOver(Share share) {
    return takenOf.getOrDefault(share.of(), 0L) > share.most();
  }

  /** Where nothing is left, nothing remembers the one that had it. */
  @SuppressWarnings("NullAway") // a merge to null removes the entry
  private static Long sumOrNothing(Long present, Long more) {
    long sum = present + more;
    return sum == 0 ? null : sum;
  }

  /** For tests: what is taken now. */
  long taken() {
    return taken.get();
  }
}
