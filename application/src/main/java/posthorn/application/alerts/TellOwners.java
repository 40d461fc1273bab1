package posthorn.application.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import posthorn.application.port.Ids;
import posthorn.application.port.Mailer;
import posthorn.application.port.NotificationChannels;
import posthorn.application.port.UntoldDeaths;
import posthorn.application.port.UntoldDeaths.Recipient;
import posthorn.application.port.UntoldDeaths.Untold;
import posthorn.application.port.Webhooks;
import posthorn.domain.alert.Notice;
import posthorn.domain.alert.NotificationChannel;
import posthorn.domain.alert.OwnerDigest;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/**
 * Tells each owner of deliveries that were given up: the first at once, all others in one message
 * an interval. Of a webhook without an owner's address the tenant is told by its channels.
 */
public final class TellOwners {
  /** In the place of an address, where the tenant's channels stand in. */
  private static final String BY_CHANNELS = "";

  private final UntoldDeaths deaths;
  private final Webhooks webhooks;
  private final ChannelNotices notices;
  private final Duration interval;

  public TellOwners(
      UntoldDeaths deaths,
      Webhooks webhooks,
      NotificationChannels channels,
      Mailer mailer,
      Ids ids,
      Duration interval) {
    this.deaths = deaths;
    this.webhooks = webhooks;
    this.notices = new ChannelNotices(channels, mailer, ids);
    this.interval = interval;
  }

  /** How many messages that makes. */
  public int tell(Instant now) {
    List<Untold> all = deaths.all();
    if (all.isEmpty()) {
      return 0;
    }
    List<NotificationChannel> channels = notices.enabled();
    var byRecipient = new LinkedHashMap<Recipient, List<Untold>>();
    var forNobody = new ArrayList<Untold>();
    for (Untold untold : all) {
      recipientOf(untold, channels)
          .ifPresentOrElse(
              whom -> byRecipient.computeIfAbsent(whom, _ -> new ArrayList<>()).add(untold),
              () -> forNobody.add(untold));
    }
    if (!forNobody.isEmpty()) {
      deaths.forget(forNobody);
    }
    Map<Recipient, Instant> toldAt = deaths.toldAt();
    int told = 0;
    for (Map.Entry<Recipient, List<Untold>> entry : byRecipient.entrySet()) {
      Recipient recipient = entry.getKey();
      var digest = new OwnerDigest(recipient.owner(), nothing(), toldAt.get(recipient));
      for (Untold untold : entry.getValue()) {
        digest = digest.with(untold.kind(), untold.count(), untold.first(), untold.last());
      }
      Optional<OwnerDigest.Sending> sending = digest.sending(now, interval);
      if (sending.isPresent()) {
        var tidings = DigestTidings.of(recipient.tenant(), sending.get().message(), webhooks::find);
        deaths.told(recipient, entry.getValue(), noticesOf(recipient, tidings, channels, now), now);
        told++;
      }
    }
    return told;
  }

  private static OwnerDigest.Pending nothing() {
    return new OwnerDigest.Pending.Nothing();
  }

  /** Nobody is told of the server's own webhooks: that would be told by them again. */
  private Optional<Recipient> recipientOf(Untold untold, List<NotificationChannel> channels) {
    Optional<Webhook> found =
        webhooks
            .find(untold.kind().webhook())
            .filter(webhook -> !webhook.tenant().equals(TenantId.SYSTEM));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    TenantId tenant = found.get().tenant();
    String email = found.get().settings().ownership().email();
    if (email != null && notices.canMail(email)) {
      return Optional.of(new Recipient(tenant, email));
    }
    return ChannelNotices.standingIn(channels, tenant).isEmpty()
        ? Optional.empty()
        : Optional.of(new Recipient(tenant, BY_CHANNELS));
  }

  private List<Notice> noticesOf(
      Recipient recipient, Tidings tidings, List<NotificationChannel> channels, Instant now) {
    if (!recipient.owner().equals(BY_CHANNELS)) {
      return List.of(notices.toOwner(recipient.tenant(), recipient.owner(), List.of(tidings), now));
    }
    return ChannelNotices.standingIn(channels, recipient.tenant()).stream()
        .flatMap(channel -> notices.by(channel, List.of(tidings), now).stream())
        .toList();
  }
}
