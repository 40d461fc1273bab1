package posthorn.application.inbound;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import posthorn.domain.inbound.SourceId;

/**
 * Says when to tell of messages that go in a circle: once a minute for each source, as a loop would
 * else fill the log with itself.
 */
final class LoopNotices {
  private static final Duration QUIET = Duration.ofMinutes(1);
  private static final int MOST_SOURCES = 1_000;

  private final Map<SourceId, Told> told =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SourceId, Told> eldest) {
          return size() > MOST_SOURCES;
        }
      };

  private record Told(Instant at, int since) {}

  /** Of how many to tell now, this one and those since the last time; 0 for none yet. */
  synchronized int refused(SourceId source, Instant now) {
    Told last = told.get(source);
    if (last == null) {
      told.put(source, new Told(now, 0));
      return 1;
    }
    // Told again also after a clock that was set back.
    if (Duration.between(last.at(), now).abs().compareTo(QUIET) >= 0) {
      told.put(source, new Told(now, 0));
      return last.since() + 1;
    }
    told.put(source, new Told(last.at(), last.since() + 1));
    return 0;
  }
}
