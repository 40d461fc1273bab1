package posthorn.application.alerts;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.NotificationChannels;
import posthorn.domain.alert.Channel;
import posthorn.domain.alert.NotificationChannel;
import posthorn.domain.alert.NotificationChannel.Taking;

/** Changes a notification channel; its kind stays. */
public final class ChangeChannel {
  private final NotificationChannels channels;
  private final ChannelWebhooks webhooks;

  public ChangeChannel(NotificationChannels channels, ChannelWebhooks webhooks) {
    this.channels = channels;
    this.webhooks = webhooks;
  }

  /** What it is to be. */
  public record Command(
      NotificationChannel seen, @Nullable String name, Target target, Taking taking) {}

  /** What became of it. */
  public sealed interface Result {
    record Changed(NotificationChannel channel) implements Result {}

    /** Somebody else was faster; nothing was written. */
    record Outdated() implements Result {}
  }

  public Result change(Command command, Instant now) {
    NotificationChannel seen = command.seen();
    Channel channel =
        switch (command.target()) {
          case Target.Ready(Channel ready) -> ready;
          case Target.Url _ -> seen.channel();
        };
    NotificationChannel changed = seen.changed(command.name(), channel, command.taking(), now);
    if (!channels.replaceIfUnchanged(seen, changed)) {
      return new Result.Outdated();
    }
    if (command.target() instanceof Target.Url url
        && channel instanceof Channel.Webhook(var webhook)) {
      webhooks.change(webhook, url, now);
    }
    return new Result.Changed(changed);
  }
}
