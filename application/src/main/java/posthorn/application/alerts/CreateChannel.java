package posthorn.application.alerts;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Ids;
import posthorn.application.port.NotificationChannels;
import posthorn.domain.alert.Channel;
import posthorn.domain.alert.ChannelId;
import posthorn.domain.alert.NotificationChannel;
import posthorn.domain.alert.NotificationChannel.Taking;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/** Sets a notification channel up. */
public final class CreateChannel {
  /** More than anybody reads. */
  public static final int MOST = 50;

  private final NotificationChannels channels;
  private final ChannelWebhooks webhooks;
  private final Ids ids;

  public CreateChannel(NotificationChannels channels, ChannelWebhooks webhooks, Ids ids) {
    this.channels = channels;
    this.webhooks = webhooks;
    this.ids = ids;
  }

  /**
   * What is asked for.
   *
   * @param tenant null for the whole server
   */
  public record Command(
      @Nullable TenantId tenant, @Nullable String name, Target target, Taking taking) {}

  /** What became of it. */
  public sealed interface Result {
    /**
     * It is there.
     *
     * @param secret what it signs with, to be shown this once; null where it does not sign
     */
    record Created(NotificationChannel channel, @Nullable SigningSecret secret) implements Result {}

    /** Its level has as many as it may have. */
    record TooMany(int limit) implements Result {}
  }

  public Result create(Command command, Instant now) {
    TenantId tenant = command.tenant();
    long present =
        channels.all().stream().filter(each -> Objects.equals(each.tenant(), tenant)).count();
    if (present >= MOST) {
      return new Result.TooMany(MOST);
    }
    var id = new ChannelId(ids.next(ChannelId.PREFIX, now));
    Webhook webhook = null;
    Channel channel =
        switch (command.target()) {
          case Target.Ready(Channel ready) -> ready;
          case Target.Url url -> {
            webhook = webhooks.add(url, now);
            yield new Channel.Webhook(webhook.id());
          }
        };
    var added =
        new NotificationChannel(id, tenant, command.name(), channel, command.taking(), now, now);
    channels.add(added);
    return new Result.Created(added, webhook == null ? null : webhook.secret().current());
  }
}
