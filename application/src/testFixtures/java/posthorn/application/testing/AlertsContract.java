package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.AlertQuery;
import posthorn.application.port.Alerts;
import posthorn.application.port.Alerts.Look;
import posthorn.domain.alert.Alert;
import posthorn.domain.alert.AlertChange;
import posthorn.domain.alert.AlertId;
import posthorn.domain.alert.AlertKey;
import posthorn.domain.alert.AlertRule;
import posthorn.domain.alert.AlertRules;
import posthorn.domain.alert.AlertState;
import posthorn.domain.alert.Baseline;
import posthorn.domain.alert.Notice;
import posthorn.domain.alert.Severity;
import posthorn.domain.alert.Subject;
import posthorn.domain.alert.Watch;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/** What every implementation of {@link Alerts} keeps to. */
public abstract class AlertsContract {
  private static final Instant NOW = TestTime.START;
  private static final TenantId ACME = new TenantId("acme");

  private final SequentialIds ids = new SequentialIds();
  private final Samples samples = new Samples();
  private Stores stores;
  private Alerts alerts;
  private Webhook webhook;

  protected abstract Stores open();

  @BeforeEach
  void setUp() {
    stores = open();
    alerts = stores.alerting().alerts();
    webhook = samples.webhook(TenantId.DEFAULT, "*");
    stores.webhooks().add(webhook);
  }

  @Test
  void before_the_first_look_nothing_is_remembered() {
    assertThat(alerts.memory()).isEqualTo(new Alerts.Memory(Map.of(), Map.of(), Map.of(), null));
  }

  @Test
  void a_look_is_remembered() {
    AlertKey key = key("circuit_opened", Subject.of(webhook.id()));
    AlertKey other = key("queue_depth", Subject.SERVER);
    Alert alert = fired(key, TenantId.DEFAULT, NOW);
    var watch = new Watch(new Baseline(99.5, 3), NOW.minusSeconds(60));
    alerts.record(
        new Look(
            NOW,
            Map.of(
                key, new AlertState.Firing(NOW, null),
                other, new AlertState.Pending(NOW.minusSeconds(1))),
            Map.of(webhook.id(), watch),
            List.of(alert),
            List.of(),
            List.of()));

    assertThat(alerts.memory())
        .isEqualTo(
            new Alerts.Memory(
                Map.of(
                    key, new AlertState.Firing(NOW, null),
                    other, new AlertState.Pending(NOW.minusSeconds(1))),
                Map.of(key, alert),
                Map.of(webhook.id(), watch),
                NOW));
  }

  @Test
  void what_is_over_is_history_and_what_is_quiet_is_forgotten() {
    AlertKey key = key("circuit_opened", Subject.of(webhook.id()));
    Alert alert = fired(key, TenantId.DEFAULT, NOW);
    record(alert);
    Instant later = NOW.plusSeconds(600);
    alerts.record(
        new Look(
            later,
            Map.of(key, new AlertState.Firing(NOW, NOW.plusSeconds(300))),
            Map.of(),
            List.of(),
            List.of(),
            List.of()));
    assertThat(alerts.memory().states())
        .containsEntry(key, new AlertState.Firing(NOW, NOW.plusSeconds(300)));

    Alert resolved = alert.resolved(later, 0);
    alerts.record(
        new Look(
            later,
            Map.of(key, new AlertState.Quiet()),
            Map.of(),
            List.of(),
            List.of(resolved),
            List.of()));

    assertThat(alerts.memory().states()).isEmpty();
    assertThat(alerts.memory().active()).isEmpty();
    assertThat(alerts.list(query(null, null, 10))).containsExactly(resolved);
  }

  @Test
  void a_list_has_the_newest_first_and_goes_on_after_the_last_one() {
    List<Alert> all =
        List.of(
            fired(key("dead_letters", Subject.of(ACME)), ACME, NOW),
            fired(key("dead_letters", Subject.of(ACME)), ACME, NOW.plusSeconds(1)),
            fired(key("dead_letters", Subject.of(ACME)), ACME, NOW.plusSeconds(2)));
    all.forEach(this::recordOver);

    List<Alert> first = alerts.list(query(ACME, null, 2));
    assertThat(first).extracting(Alert::id).containsExactly(all.get(2).id(), all.get(1).id());
    assertThat(alerts.list(query(ACME, first.getLast().id(), 2)))
        .extracting(Alert::id)
        .containsExactly(all.get(0).id());
    assertThat(alerts.list(query(TenantId.DEFAULT, null, 2))).isEmpty();
  }

  @Test
  void a_list_is_filtered() {
    Alert active = fired(key("circuit_opened", Subject.of(webhook.id())), TenantId.DEFAULT, NOW);
    Alert over = fired(key("dead_letters", Subject.of(ACME)), ACME, NOW.plusSeconds(10));
    Alert shared = fired(key("queue_depth", Subject.SERVER), TenantId.SYSTEM, NOW.plusSeconds(20));
    record(active);
    recordOver(over);
    record(shared);

    assertThat(ids(filter(true, null, null, null, null))).containsExactly(shared.id(), active.id());
    assertThat(ids(filter(false, null, null, null, null))).containsExactly(over.id());
    assertThat(ids(filter(null, "dead_letters", null, null, null))).containsExactly(over.id());
    assertThat(ids(filter(null, null, webhook.id(), null, null))).containsExactly(active.id());
    assertThat(ids(filter(null, null, null, NOW.plusSeconds(10), NOW.plusSeconds(20))))
        .containsExactly(over.id());
    assertThat(ids(new AlertQuery(TenantId.DEFAULT, null, null, null, null, null, null, 10)))
        .containsExactly(active.id());
    assertThat(ids(new AlertQuery(ACME, null, null, webhook.id(), null, null, null, 10))).isEmpty();
  }

  @Test
  void what_is_over_for_long_is_removed() {
    recordOver(fired(key("dead_letters", Subject.of(ACME)), ACME, NOW));
    Alert active = fired(key("queue_depth", Subject.SERVER), TenantId.DEFAULT, NOW);
    record(active);

    assertThat(alerts.removeOld(NOW, 10)).isZero();
    assertThat(alerts.removeOld(NOW.plusSeconds(2), 10)).isEqualTo(1);
    assertThat(ids(query(null, null, 10))).containsExactly(active.id());
  }

  @Test
  void notices_are_written_along() {
    var notice =
        new Notice(
            ids.next(Notice.PREFIX, NOW),
            null,
            TenantId.DEFAULT,
            new Notice.Content.Line(Severity.WARNING, "it is"),
            NOW,
            0,
            NOW);
    alerts.record(new Look(NOW, Map.of(), Map.of(), List.of(), List.of(), List.of(notice)));

    assertThat(stores.alerting().outbox().due(NOW, 10)).containsExactly(notice);
  }

  @Test
  void of_a_webhook_that_is_gone_nothing_is_remembered() {
    WebhookId gone = samples.webhook(TenantId.DEFAULT, "*").id();
    alerts.record(
        new Look(NOW, Map.of(), Map.of(gone, Watch.NEW), List.of(), List.of(), List.of()));

    assertThat(alerts.memory().watches()).isEmpty();
  }

  private void record(Alert alert) {
    alerts.record(
        new Look(
            NOW,
            Map.of(alert.key(), new AlertState.Firing(alert.firedAt(), null)),
            Map.of(),
            List.of(alert),
            List.of(),
            List.of()));
  }

  private void recordOver(Alert alert) {
    alerts.record(
        new Look(
            NOW,
            Map.of(),
            Map.of(),
            List.of(alert),
            List.of(alert.resolved(alert.firedAt().plusSeconds(1), 0)),
            List.of()));
  }

  private List<AlertId> ids(AlertQuery query) {
    return alerts.list(query).stream().map(Alert::id).toList();
  }

  private static AlertQuery query(@Nullable TenantId tenant, @Nullable AlertId before, int limit) {
    return new AlertQuery(tenant, null, null, null, null, null, before, limit);
  }

  private static AlertQuery filter(
      @Nullable Boolean active,
      @Nullable String rule,
      @Nullable WebhookId webhook,
      @Nullable Instant from,
      @Nullable Instant to) {
    return new AlertQuery(null, active, rule, webhook, from, to, null, 10);
  }

  private static AlertKey key(String rule, Subject subject) {
    return AlertKey.of(ruleNamed(rule), subject);
  }

  private static AlertRule ruleNamed(String rule) {
    return AlertRules.defaults().named(rule).orElseThrow();
  }

  private Alert fired(AlertKey key, TenantId tenant, Instant at) {
    return Alert.fired(
        new AlertId(ids.next(AlertId.PREFIX, at)),
        tenant,
        key,
        ruleNamed(key.rule()),
        new AlertChange.Fired(at, 1.5));
  }
}
