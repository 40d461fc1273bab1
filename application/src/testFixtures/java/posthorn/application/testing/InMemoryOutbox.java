package posthorn.application.testing;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.NotificationChannels.Health;
import posthorn.application.port.Outbox;
import posthorn.domain.alert.ChannelId;
import posthorn.domain.alert.Notice;

/** {@link Outbox} in memory. */
final class InMemoryOutbox implements Outbox {
  private final Map<String, Notice> byId = new TreeMap<>();
  private final Map<ChannelId, Health> health = new HashMap<>();

  synchronized void add(List<Notice> notices) {
    notices.forEach(notice -> byId.put(notice.id(), notice));
  }

  synchronized void removeOf(ChannelId channel) {
    byId.values().removeIf(notice -> channel.equals(notice.channel()));
    health.remove(channel);
  }

  synchronized Health healthOf(ChannelId channel) {
    return health.getOrDefault(channel, Health.UNKNOWN);
  }

  @Override
  public synchronized List<Notice> due(Instant now, int limit) {
    return byId.values().stream()
        .filter(notice -> !notice.nextAt().isAfter(now))
        .sorted(Comparator.comparing(Notice::nextAt).thenComparing(Notice::id))
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized void sent(List<Notice> notices, Instant now) {
    for (Notice notice : notices) {
      byId.remove(notice.id());
      ChannelId channel = notice.channel();
      if (channel != null) {
        health.put(channel, new Health(now, healthOf(channel).lastErrorAt(), null));
      }
    }
  }

  @Override
  public synchronized void failed(
      List<Notice> notices, String error, @Nullable Instant nextAt, Instant now) {
    for (Notice notice : notices) {
      if (nextAt == null) {
        byId.remove(notice.id());
      } else {
        byId.computeIfPresent(notice.id(), (_, present) -> triedAgainAt(present, nextAt));
      }
      ChannelId channel = notice.channel();
      if (channel != null) {
        health.put(channel, new Health(healthOf(channel).lastSentAt(), now, error));
      }
    }
  }

  private static Notice triedAgainAt(Notice notice, Instant nextAt) {
    return new Notice(
        notice.id(),
        notice.channel(),
        notice.tenant(),
        notice.content(),
        notice.createdAt(),
        notice.attempts() + 1,
        nextAt);
  }
}
