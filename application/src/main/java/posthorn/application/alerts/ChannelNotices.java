package posthorn.application.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Ids;
import posthorn.application.port.Mailer;
import posthorn.application.port.NotificationChannels;
import posthorn.domain.alert.Channel;
import posthorn.domain.alert.ChannelId;
import posthorn.domain.alert.Notice;
import posthorn.domain.alert.Notice.Content;
import posthorn.domain.alert.NotificationChannel;
import posthorn.domain.tenant.TenantId;

/** Makes notices, each in the form of its channel. */
final class ChannelNotices {
  /** Whatever happens meanwhile is told in one mail. */
  static final Duration BETWEEN_MAILS = Duration.ofMinutes(5);

  private final NotificationChannels channels;
  private final Mailer mailer;
  private final Ids ids;

  ChannelNotices(NotificationChannels channels, Mailer mailer, Ids ids) {
    this.channels = channels;
    this.mailer = mailer;
    this.ids = ids;
  }

  List<NotificationChannel> enabled() {
    return channels.all().stream().filter(channel -> channel.taking().enabled()).toList();
  }

  /** Whether that owner can be told by e-mail at all. */
  boolean canMail(String owner) {
    return mailer.sendsTo(owner);
  }

  /** By whom a tenant is told what is for somebody who cannot be: its own channels, else all's. */
  static List<NotificationChannel> standingIn(List<NotificationChannel> all, TenantId tenant) {
    List<NotificationChannel> own =
        all.stream().filter(channel -> tenant.equals(channel.tenant())).toList();
    return own.isEmpty() ? all.stream().filter(channel -> channel.tenant() == null).toList() : own;
  }

  List<Notice> by(NotificationChannel channel, List<Tidings> tidings, Instant now) {
    TenantId owner = channel.tenant();
    TenantId tenant = owner == null ? TenantId.SYSTEM : owner;
    return switch (channel.channel()) {
      case Channel.Log() ->
          tidings.stream()
              .map(each ->
                  notice(
                      channel.id(),
                      tenant,
                      new Content.Line(each.severity(), each.title()),
                      now,
                      now))
              .toList();
      case Channel.Webhook(var webhook) ->
          tidings.stream()
              .map(each ->
                  notice(
                      channel.id(),
                      tenant,
                      new Content.Message(webhook, each.type(), each.data()),
                      now,
                      now))
              .toList();
      case Channel.Email(List<String> to, String from) ->
          List.of(
              notice(
                  channel.id(),
                  tenant,
                  Tidings.mail(new Recipients(to, from), tidings),
                  now,
                  nextMail(channel.id(), now)));
    };
  }

  Notice toOwner(TenantId tenant, String email, List<Tidings> tidings, Instant now) {
    return notice(
        null, tenant, Tidings.mail(new Recipients(List.of(email), null), tidings), now, now);
  }

  private Instant nextMail(ChannelId channel, Instant now) {
    Instant last = channels.healthOf(channel).lastSentAt();
    // A time to come is one of a clock that was set back since.
    if (last == null || last.isAfter(now)) {
      return now;
    }
    Instant next = last.plus(BETWEEN_MAILS);
    return next.isAfter(now) ? next : now;
  }

  private Notice notice(
      @Nullable ChannelId channel, TenantId tenant, Content content, Instant now, Instant nextAt) {
    return new Notice(ids.next(Notice.PREFIX, now), channel, tenant, content, now, 0, nextAt);
  }
}
