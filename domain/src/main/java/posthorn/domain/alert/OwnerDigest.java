package posthorn.domain.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.webhook.WebhookId;

/**
 * Collects the deliveries of one owner that were given up, so that a broken receiver makes one
 * message an interval and not one a delivery. The first is told at once. Each is told in exactly
 * one message; what is kept grows with the owner's webhooks, not with what died.
 *
 * @param pending what no message has told yet
 * @param sentAt when the last message was made
 */
public record OwnerDigest(String owner, Pending pending, @Nullable Instant sentAt) {
  private static final Comparator<DigestMessage.Line> LARGEST_FIRST =
      Comparator.comparingLong(DigestMessage.Line::count)
          .reversed()
          .thenComparing(line -> line.webhook().value())
          .thenComparing(DigestMessage.Line::reason);

  /** What died, counted, with the times of the first and the last. */
  public sealed interface Pending {
    record Nothing() implements Pending {}

    record Some(Instant first, Instant last, Map<Kind, Long> counts) implements Pending {
      public Some {
        counts = Map.copyOf(counts);
      }
    }
  }

  public record Kind(WebhookId webhook, DeadReason reason) {}

  /** A message to send, and the digest once it is sent. */
  public record Sending(DigestMessage message, OwnerDigest next) {}

  public static OwnerDigest of(String owner) {
    return new OwnerDigest(owner, new Pending.Nothing(), null);
  }

  public OwnerDigest with(WebhookId webhook, DeadReason reason, Instant at) {
    return with(new Kind(webhook, reason), 1, at, at);
  }

  /** With so many of a kind, the first and the last of which died then. */
  public OwnerDigest with(Kind kind, long count, Instant from, Instant until) {
    Pending next =
        switch (pending) {
          case Pending.Nothing() -> new Pending.Some(from, until, Map.of(kind, count));
          case Pending.Some(var first, var last, var counts) -> {
            var more = new HashMap<>(counts);
            more.merge(kind, count, Long::sum);
            yield new Pending.Some(
                from.isBefore(first) ? from : first, until.isAfter(last) ? until : last, more);
          }
        };
    return new OwnerDigest(owner, next, sentAt);
  }

  /**
   * When the next message is due, for whoever sets a timer; none while there is nothing to tell.
   */
  public Optional<Instant> dueAt(Duration interval) {
    return switch (pending) {
      case Pending.Nothing() -> Optional.empty();
      case Pending.Some(var first, _, _) when sentAt == null -> Optional.of(first);
      case Pending.Some(var first, _, _) -> {
        Instant earliest = sentAt.plus(interval);
        yield Optional.of(first.isAfter(earliest) ? first : earliest);
      }
    };
  }

  /** The message, if it is time for one. */
  public Optional<Sending> sending(Instant now, Duration interval) {
    // After a clock was set back, waiting for its old time might be waiting for years.
    boolean clockWentBack = sentAt != null && sentAt.isAfter(now);
    boolean due = dueAt(interval).filter(at -> clockWentBack || !at.isAfter(now)).isPresent();
    if (!due || !(pending instanceof Pending.Some(var first, var last, var counts))) {
      return Optional.empty();
    }
    var lines =
        counts.entrySet().stream()
            .map(entry ->
                new DigestMessage.Line(
                    entry.getKey().webhook(), entry.getKey().reason(), entry.getValue()))
            .sorted(LARGEST_FIRST)
            .toList();
    return Optional.of(
        new Sending(
            new DigestMessage(owner, first, last, lines),
            new OwnerDigest(owner, new Pending.Nothing(), now)));
  }
}
