package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.Alerts;
import posthorn.application.port.NotificationChannels;
import posthorn.application.port.NotificationChannels.Health;
import posthorn.application.port.Outbox;
import posthorn.domain.alert.Channel;
import posthorn.domain.alert.ChannelId;
import posthorn.domain.alert.Notice;
import posthorn.domain.alert.Notice.Content;
import posthorn.domain.alert.NotificationChannel;
import posthorn.domain.alert.NotificationChannel.Taking;
import posthorn.domain.alert.Severity;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** What every implementation of {@link NotificationChannels} and {@link Outbox} keeps to. */
public abstract class NotificationsContract {
  private static final Instant NOW = TestTime.START;

  private final SequentialIds ids = new SequentialIds();
  private Stores stores;
  private NotificationChannels channels;
  private Outbox outbox;

  protected abstract Stores open();

  @BeforeEach
  void setUp() {
    stores = open();
    channels = stores.alerting().channels();
    outbox = stores.alerting().outbox();
  }

  @Test
  void channels_of_every_kind_are_kept_in_their_order() {
    NotificationChannel log = channel(null, new Channel.Log(), Taking.ALL);
    NotificationChannel mail =
        channel(
            new TenantId("acme"),
            new Channel.Email(List.of("a@example.com", "b@example.com"), "c@example.com"),
            new Taking(false, Set.of("gone", "disabled"), Set.of(Severity.CRITICAL)));
    NotificationChannel webhook =
        channel(
            null, new Channel.Webhook(new WebhookId(ids.next(WebhookId.PREFIX, NOW))), Taking.ALL);
    List.of(log, mail, webhook).forEach(channels::add);

    assertThat(channels.all()).containsExactly(log, mail, webhook);
    assertThat(channels.find(mail.id())).contains(mail);
  }

  @Test
  void a_channel_is_changed_only_as_it_was_seen() {
    NotificationChannel seen = channel(null, new Channel.Log(), Taking.ALL);
    channels.add(seen);
    NotificationChannel changed =
        seen.changed("other", new Channel.Log(), Taking.ALL, NOW.plusSeconds(1));

    assertThat(channels.replaceIfUnchanged(seen, changed)).isTrue();
    assertThat(channels.replaceIfUnchanged(seen, changed)).isFalse();
    assertThat(channels.find(seen.id())).contains(changed);
  }

  @Test
  void a_channel_goes_with_what_it_has_not_sent() {
    NotificationChannel channel = channel(null, new Channel.Log(), Taking.ALL);
    channels.add(channel);
    add(notice(channel.id(), NOW, line()), notice(null, NOW, mail()));

    assertThat(channels.remove(channel.id())).isTrue();
    assertThat(channels.remove(channel.id())).isFalse();
    assertThat(channels.find(channel.id())).isEmpty();
    assertThat(outbox.due(NOW, 10)).extracting(Notice::content).containsExactly(mail());
  }

  @Test
  void what_is_due_comes_the_oldest_first_and_as_it_was() {
    Content message =
        new Content.Message(
            new WebhookId(ids.next(WebhookId.PREFIX, NOW)),
            new EventType("posthorn.alert.fired"),
            JsonBytes.of("{\"a\":\"ü\"}"));
    Notice second = notice(null, NOW, message);
    Notice first = notice(null, NOW.minusSeconds(1), mail());
    Notice later = notice(null, NOW.plusSeconds(1), line());
    add(second, first, later);

    assertThat(outbox.due(NOW, 10)).containsExactly(first, second);
    assertThat(outbox.due(NOW, 1)).containsExactly(first);
  }

  @Test
  void what_was_sent_is_gone_and_its_channel_is_well() {
    NotificationChannel channel = channel(null, new Channel.Log(), Taking.ALL);
    channels.add(channel);
    Notice notice = notice(channel.id(), NOW, line());
    add(notice);
    assertThat(channels.healthOf(channel.id())).isEqualTo(Health.UNKNOWN);

    outbox.failed(List.of(notice), "no route to host", NOW.plusSeconds(30), NOW);
    assertThat(channels.healthOf(channel.id()))
        .isEqualTo(new Health(null, NOW, "no route to host"));
    assertThat(outbox.due(NOW, 10)).isEmpty();

    Notice again = outbox.due(NOW.plusSeconds(30), 10).getFirst();
    assertThat(again.attempts()).isEqualTo(1);
    outbox.sent(List.of(again), NOW.plusSeconds(31));
    assertThat(outbox.due(NOW.plusSeconds(60), 10)).isEmpty();
    assertThat(channels.healthOf(channel.id()))
        .isEqualTo(new Health(NOW.plusSeconds(31), NOW, null));
    assertThat(channels.find(channel.id())).contains(channel);
  }

  @Test
  void what_is_given_up_is_gone_and_its_error_stays() {
    NotificationChannel channel = channel(null, new Channel.Log(), Taking.ALL);
    channels.add(channel);
    Notice notice = notice(channel.id(), NOW, line());
    add(notice);

    outbox.failed(List.of(notice), "refused", null, NOW);

    assertThat(outbox.due(NOW.plusSeconds(1_000_000), 10)).isEmpty();
    assertThat(channels.healthOf(channel.id()).lastError()).isEqualTo("refused");
  }

  private void add(Notice... notices) {
    stores
        .alerting()
        .alerts()
        .record(new Alerts.Look(NOW, Map.of(), Map.of(), List.of(), List.of(), List.of(notices)));
  }

  private NotificationChannel channel(@Nullable TenantId tenant, Channel channel, Taking taking) {
    return new NotificationChannel(
        new ChannelId(ids.next(ChannelId.PREFIX, NOW)), tenant, null, channel, taking, NOW, NOW);
  }

  private Notice notice(@Nullable ChannelId channel, Instant nextAt, Content content) {
    return new Notice(
        ids.next(Notice.PREFIX, NOW), channel, TenantId.DEFAULT, content, NOW, 0, nextAt);
  }

  private static Content line() {
    return new Content.Line(Severity.CRITICAL, "it is");
  }

  private static Content mail() {
    return new Content.Mail(
        List.of("a@example.com", "b@example.com"), null, "subject", "a line\nand another");
  }
}
