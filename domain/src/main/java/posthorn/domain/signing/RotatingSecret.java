package posthorn.domain.signing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A secret and those it replaced that still count, newest first: with a webhook's, requests are
 * signed; with a source's, they are checked. The other side can change over at any moment of the
 * overlap. No earlier secret outlives the one that came after it.
 *
 * @param <S> the kind of secret
 */
public record RotatingSecret<S>(S current, List<Retiring<S>> previous) {
  public static final Duration DEFAULT_OVERLAP = Duration.ofHours(24);
  public static final Duration MAX_OVERLAP = Duration.ofDays(30);

  /** Who rotates more often within the overlap loses the oldest; the headers stay short. */
  public static final int MAX_PREVIOUS = 2;

  /** A replaced secret; at {@code validUntil} it no longer counts. */
  public record Retiring<S>(S secret, Instant validUntil) {
    boolean isLive(Instant now) {
      return now.isBefore(validUntil);
    }

    Retiring<S> notAfter(Instant end) {
      return validUntil.isAfter(end) ? new Retiring<>(secret, end) : this;
    }
  }

  public RotatingSecret {
    previous = List.copyOf(previous);
    if (previous.size() > MAX_PREVIOUS) {
      throw new IllegalArgumentException("at most " + MAX_PREVIOUS + " earlier secrets are kept");
    }
    if (previous.stream().anyMatch(retiring -> retiring.secret().equals(current))) {
      throw new IllegalArgumentException("the current secret is not retiring");
    }
  }

  public static <S> RotatingSecret<S> of(S secret) {
    return new RotatingSecret<>(secret, List.of());
  }

  /**
   * The next secret counts from now on, beside the earlier ones until the overlap is over. Without
   * an overlap, as after a leak, all earlier ones end at once. Going back to an earlier secret
   * makes it current; there is no rotating to the current one.
   */
  public RotatingSecret<S> rotate(S next, Instant now, Duration overlap) {
    if (next.equals(current)) {
      throw new IllegalArgumentException("the next secret is another one");
    }
    if (overlap.isNegative() || overlap.compareTo(MAX_OVERLAP) > 0) {
      throw new IllegalArgumentException("an overlap lasts from 0 to " + MAX_OVERLAP);
    }
    Instant end = now.plus(overlap);
    List<Retiring<S>> earlier =
        Stream.concat(Stream.of(new Retiring<>(current, end)), previous.stream())
            .filter(retiring -> !retiring.secret().equals(next))
            .map(retiring -> retiring.notAfter(end))
            .filter(retiring -> retiring.isLive(now))
            .limit(MAX_PREVIOUS)
            .toList();
    return new RotatingSecret<>(next, earlier);
  }

  /** The secrets that count, newest first; never none. */
  public List<S> live(Instant now) {
    if (previous.isEmpty()) {
      return List.of(current);
    }
    var live = new ArrayList<S>();
    live.add(current);
    previous.stream()
        .filter(retiring -> retiring.isLive(now))
        .map(Retiring::secret)
        .forEach(live::add);
    return List.copyOf(live);
  }

  /** Without the secrets that count no more, so that they need not be kept. */
  public RotatingSecret<S> withoutExpired(Instant now) {
    return new RotatingSecret<>(
        current, previous.stream().filter(retiring -> retiring.isLive(now)).toList());
  }
}
