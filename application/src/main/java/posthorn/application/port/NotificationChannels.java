package posthorn.application.port;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.alert.ChannelId;
import posthorn.domain.alert.NotificationChannel;

/** The notification channels. There are few. */
public interface NotificationChannels {

  /**
   * What became of what was sent by a channel.
   *
   * @param lastError of the last time that went wrong; null once something was sent since
   */
  record Health(
      @Nullable Instant lastSentAt, @Nullable Instant lastErrorAt, @Nullable String lastError) {
    public static final Health UNKNOWN = new Health(null, null, null);
  }

  void add(NotificationChannel channel);

  Optional<NotificationChannel> find(ChannelId id);

  /** All, in the order they were made. */
  List<NotificationChannel> all();

  /** Of a channel that is gone, nothing is known. */
  Health healthOf(ChannelId id);

  /** Writes the changed one in place of the one that was seen, unless that is no longer so. */
  boolean replaceIfUnchanged(NotificationChannel seen, NotificationChannel changed);

  /** Takes it away with what it has not sent yet; whether it was there. */
  boolean remove(ChannelId id);
}
