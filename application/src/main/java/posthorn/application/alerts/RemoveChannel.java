package posthorn.application.alerts;

import java.time.Instant;
import posthorn.application.port.NotificationChannels;
import posthorn.domain.alert.Channel;
import posthorn.domain.alert.NotificationChannel;

/** Takes a notification channel away, with all that it has not sent yet. */
public final class RemoveChannel {
  private final NotificationChannels channels;
  private final ChannelWebhooks webhooks;

  public RemoveChannel(NotificationChannels channels, ChannelWebhooks webhooks) {
    this.channels = channels;
    this.webhooks = webhooks;
  }

  /** Whether it was there. */
  public boolean remove(NotificationChannel channel, Instant now) {
    boolean removed = channels.remove(channel.id());
    if (channel.channel() instanceof Channel.Webhook(var webhook)) {
      webhooks.remove(webhook, now);
    }
    return removed;
  }
}
