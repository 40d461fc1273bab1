package posthorn.application.alerts;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import posthorn.application.alerts.Fold.Change;
import posthorn.application.port.Ids;
import posthorn.application.port.Mailer;
import posthorn.application.port.NotificationChannels;
import posthorn.application.port.UntoldDeaths.Recipient;
import posthorn.application.port.Webhooks;
import posthorn.domain.alert.Alert;
import posthorn.domain.alert.Audience;
import posthorn.domain.alert.Notice;
import posthorn.domain.alert.NotificationChannel;
import posthorn.domain.webhook.Webhook;

/**
 * Who is told what of alerts. Operators are told by the channels of the server and of the tenant,
 * when it fires and when it is over; an owner once, by e-mail. Where an owner cannot be told, the
 * tenant's channels are, or the server's where it has none.
 */
public final class NoticePlan {
  private final Webhooks webhooks;
  private final ChannelNotices notices;

  public NoticePlan(Webhooks webhooks, NotificationChannels channels, Mailer mailer, Ids ids) {
    this.webhooks = webhooks;
    this.notices = new ChannelNotices(channels, mailer, ids);
  }

  List<Notice> of(List<Change> fired, List<Change> resolved, Instant now) {
    if (fired.isEmpty() && resolved.isEmpty()) {
      return List.of();
    }
    var round = new Round(notices.enabled());
    fired.forEach(round::add);
    resolved.forEach(round::add);
    return round.notices(now);
  }

  /** What one look has to tell, by whom it tells it. */
  private final class Round {
    private final List<NotificationChannel> channels;
    private final Map<NotificationChannel, List<Tidings>> byChannel = new LinkedHashMap<>();
    private final Map<Recipient, List<Tidings>> byOwner = new LinkedHashMap<>();

    Round(List<NotificationChannel> channels) {
      this.channels = channels;
    }

    void add(Change change) {
      Alert alert = change.alert();
      Optional<Webhook> webhook = alert.key().subject().webhook().flatMap(webhooks::find);
      Tidings tidings = AlertTidings.of(alert, webhook);
      Set<Audience> audience = change.rule().audience();
      Optional<String> owner =
          audience.contains(Audience.OWNER) ? ownerOf(webhook) : Optional.empty();
      if (owner.isPresent() && alert.isActive()) {
        byOwner
            .computeIfAbsent(new Recipient(alert.tenant(), owner.get()), _ -> new ArrayList<>())
            .add(tidings);
      }
      if (audience.contains(Audience.OPERATORS)) {
        tell(channels.stream().filter(each -> isAbout(each, alert)).toList(), alert, tidings);
      } else if (owner.isEmpty()) {
        tell(ChannelNotices.standingIn(channels, alert.tenant()), alert, tidings);
      }
    }

    private void tell(List<NotificationChannel> whom, Alert alert, Tidings tidings) {
      whom.stream()
          .filter(channel -> channel.takes(alert))
          .forEach(
              channel -> byChannel.computeIfAbsent(channel, _ -> new ArrayList<>()).add(tidings));
    }

    List<Notice> notices(Instant now) {
      var all = new ArrayList<Notice>();
      byOwner.forEach((owner, tidings) ->
          all.add(notices.toOwner(owner.tenant(), owner.owner(), tidings, now)));
      byChannel.forEach((channel, tidings) -> all.addAll(notices.by(channel, tidings, now)));
      return all;
    }
  }

  private Optional<String> ownerOf(Optional<Webhook> webhook) {
    return webhook.map(each -> each.settings().ownership().email()).filter(notices::canMail);
  }

  private static boolean isAbout(NotificationChannel channel, Alert alert) {
    return channel.tenant() == null || alert.tenant().equals(channel.tenant());
  }
}
