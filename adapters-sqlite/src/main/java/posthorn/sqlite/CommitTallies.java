package posthorn.sqlite;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.retry.Failure;
import posthorn.domain.statistics.DurationHistogram;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/**
 * What the settlements of one commit add up to, as {@code Tally} has it, but counted in place: it
 * is done for every delivery, by the one thread that writes. Each webhook's minute is written once.
 */
final class CommitTallies {
  private static final long MINUTE_MS = 60_000;

  private record Key(WebhookId webhook, long minute) {}

  private static final class Counts {
    final TenantId tenant;
    final long[] counters = new long[StatisticsSql.COUNTERS.size()];
    @Nullable Instant lastSuccess;
    @Nullable Instant lastFailure;

    Counts(TenantId tenant) {
      this.tenant = tenant;
    }
  }

  private final Map<Key, Counts> byMinute = new HashMap<>();

  /**
   * Counts a delivery that was settled.
   *
   * @param attempt null where it was settled without one
   */
  void add(Delivery settled, @Nullable Attempt attempt) {
    boolean delivered = settled.state() instanceof Delivered;
    boolean dead = settled.state() instanceof Dead;
    if (attempt == null && !delivered && !dead) {
      return;
    }
    Instant at =
        requireNonNull(
            attempt == null ? settled.state().endedAt() : settled.progress().lastAttemptedAt());
    long minute = at.toEpochMilli() - Math.floorMod(at.toEpochMilli(), MINUTE_MS);
    Counts counts =
        byMinute.computeIfAbsent(
            new Key(settled.webhook(), minute), _ -> new Counts(settled.tenant()));
    counts.counters[StatisticsSql.DELIVERED] += delivered ? 1 : 0;
    counts.counters[StatisticsSql.DEAD] += dead ? 1 : 0;
    if (attempt != null) {
      add(counts, attempt, at);
    }
  }

  private static void add(Counts counts, Attempt attempt, Instant at) {
    Failure failure = attempt.failure();
    if (failure == null) {
      counts.counters[StatisticsSql.SUCCEEDED]++;
      counts.lastSuccess = later(counts.lastSuccess, at);
    } else {
      counts.counters[StatisticsSql.FAILED]++;
      counts.counters[StatisticsSql.positionOf(failure.category())]++;
      counts.lastFailure = later(counts.lastFailure, at);
    }
    counts.counters[StatisticsSql.TOOK_MS] += attempt.took().toMillis();
    counts.counters[StatisticsSql.FIRST_CLASS + DurationHistogram.classOf(attempt.took())]++;
  }

  private static Instant later(@Nullable Instant one, Instant other) {
    return one != null && one.isAfter(other) ? one : other;
  }

  /** Adds it all to what is there. */
  void write(WriterSession session) throws SQLException {
    for (Map.Entry<Key, Counts> entry : byMinute.entrySet()) {
      Counts counts = entry.getValue();
      Prepared add =
          session
              .prepared(StatisticsSql.ADD)
              .text(entry.getKey().webhook().value())
              .number(entry.getKey().minute())
              .text(counts.tenant.value())
              .time(counts.lastSuccess)
              .time(counts.lastFailure);
      for (long counter : counts.counters) {
        add.number(counter);
      }
      add.run();
    }
  }
}
