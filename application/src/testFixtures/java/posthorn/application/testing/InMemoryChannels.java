package posthorn.application.testing;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import posthorn.application.port.NotificationChannels;
import posthorn.domain.alert.ChannelId;
import posthorn.domain.alert.NotificationChannel;

/** {@link NotificationChannels} in memory. */
final class InMemoryChannels implements NotificationChannels {
  private final InMemoryOutbox outbox;
  private final Map<String, NotificationChannel> byId = new ConcurrentSkipListMap<>();

  InMemoryChannels(InMemoryOutbox outbox) {
    this.outbox = outbox;
  }

  @Override
  public void add(NotificationChannel channel) {
    byId.put(channel.id().value(), channel);
  }

  @Override
  public Optional<NotificationChannel> find(ChannelId id) {
    return Optional.ofNullable(byId.get(id.value()));
  }

  @Override
  public List<NotificationChannel> all() {
    return List.copyOf(byId.values());
  }

  @Override
  public Health healthOf(ChannelId id) {
    return outbox.healthOf(id);
  }

  @Override
  public boolean replaceIfUnchanged(NotificationChannel seen, NotificationChannel changed) {
    return byId.replace(seen.id().value(), seen, changed);
  }

  @Override
  public boolean remove(ChannelId id) {
    outbox.removeOf(id);
    return byId.remove(id.value()) != null;
  }
}
