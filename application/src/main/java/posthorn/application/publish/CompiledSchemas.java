package posthorn.application.publish;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import posthorn.application.port.Schemas.Schema;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.tenant.TenantId;

/**
 * The schemas that are kept compiled, as a compiled one takes many times the memory of its text. A
 * tenant that uses more than its share loses its own least recently used ones first.
 */
final class CompiledSchemas {
  static final long MOST_BYTES = 128L << 20;
  static final long MOST_BYTES_OF_TENANT = 32L << 20;

  private final Map<Key, Rule> leastRecentFirst = new LinkedHashMap<>(64, 0.75f, true);
  private final Map<TenantId, Long> bytesOfTenants = new HashMap<>();
  private long bytes;

  record Key(TenantId tenant, EventType type) {}

  private record Rule(JsonBytes text, Schema schema, long bytes) {}

  /** The type's schema, if it is kept and was compiled from that text. */
  synchronized Optional<Schema> find(Key key, JsonBytes text) {
    Rule rule = leastRecentFirst.get(key);
    // The store gives the same bytes every time, so this compares no more than where they are.
    return rule != null && rule.text().equals(text) ? Optional.of(rule.schema()) : Optional.empty();
  }

  synchronized void keep(Key key, JsonBytes text, Schema schema, long size) {
    Rule replaced = leastRecentFirst.put(key, new Rule(text, schema, size));
    count(key.tenant(), replaced == null ? size : size - replaced.bytes());
    Iterator<Map.Entry<Key, Rule>> oldest = leastRecentFirst.entrySet().iterator();
    while (oldest.hasNext() && (isFull() || isFull(key.tenant()))) {
      Map.Entry<Key, Rule> candidate = oldest.next();
      TenantId owner = candidate.getKey().tenant();
      if (!isFull(key.tenant()) || owner.equals(key.tenant())) {
        oldest.remove();
        count(owner, -candidate.getValue().bytes());
      }
    }
  }

  private boolean isFull() {
    return bytes > MOST_BYTES;
  }

  private boolean isFull(TenantId tenant) {
    return bytesOfTenants.getOrDefault(tenant, 0L) > MOST_BYTES_OF_TENANT;
  }

  private void count(TenantId tenant, long change) {
    bytes += change;
    bytesOfTenants.merge(tenant, change, (was, by) -> was + by == 0 ? null : was + by);
  }
}
