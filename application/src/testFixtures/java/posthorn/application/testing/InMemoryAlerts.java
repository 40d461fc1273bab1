package posthorn.application.testing;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.AlertQuery;
import posthorn.application.port.Alerts;
import posthorn.domain.alert.Alert;
import posthorn.domain.alert.AlertId;
import posthorn.domain.alert.AlertKey;
import posthorn.domain.alert.AlertState;
import posthorn.domain.alert.Watch;
import posthorn.domain.id.IdForm;
import posthorn.domain.webhook.WebhookId;

/** {@link Alerts} in memory. */
final class InMemoryAlerts implements Alerts {
  private final InMemoryOutbox outbox;
  private final InMemoryWebhooks webhooks;
  private final Map<AlertKey, AlertState> states = new HashMap<>();
  private final Map<WebhookId, Watch> watches = new HashMap<>();
  private final NavigableMap<String, Alert> byId = new TreeMap<>();
  private @Nullable Instant lookedAt;

  InMemoryAlerts(InMemoryOutbox outbox, InMemoryWebhooks webhooks) {
    this.outbox = outbox;
    this.webhooks = webhooks;
  }

  @Override
  public synchronized Memory memory() {
    return new Memory(
        Map.copyOf(states),
        byId.values().stream()
            .filter(Alert::isActive)
            .collect(Collectors.toMap(Alert::key, alert -> alert)),
        Map.copyOf(watches),
        lookedAt);
  }

  @Override
  public synchronized void record(Look look) {
    look.states()
        .forEach((key, state) -> {
          if (state instanceof AlertState.Quiet) {
            states.remove(key);
          } else {
            states.put(key, state);
          }
        });
    look.watches()
        .forEach(
            (webhook, watch) -> webhooks.find(webhook).ifPresent(_ -> watches.put(webhook, watch)));
    look.fired().forEach(alert -> byId.put(alert.id().value(), alert));
    look.resolved().forEach(alert -> byId.put(alert.id().value(), alert));
    outbox.add(look.notices());
    lookedAt = look.at();
  }

  @Override
  public synchronized List<Alert> list(AlertQuery query) {
    return byId.descendingMap().values().stream()
        .filter(alert -> matches(query, alert) && isInTime(query, alert))
        .limit(query.limit())
        .toList();
  }

  private static boolean matches(AlertQuery query, Alert alert) {
    return (query.tenant() == null || query.tenant().equals(alert.tenant()))
        && (query.active() == null || query.active() == alert.isActive())
        && (query.rule() == null || query.rule().equals(alert.key().rule()))
        && (query.webhook() == null
            || alert.key().subject().webhook().filter(query.webhook()::equals).isPresent());
  }

  private static boolean isInTime(AlertQuery query, Alert alert) {
    String id = alert.id().value();
    return (query.from() == null || id.compareTo(IdForm.first(AlertId.PREFIX, query.from())) >= 0)
        && (query.to() == null || id.compareTo(IdForm.first(AlertId.PREFIX, query.to())) < 0)
        && (query.before() == null || id.compareTo(query.before().value()) < 0);
  }

  @Override
  public synchronized int removeOld(Instant before, int limit) {
    List<String> old =
        byId.values().stream()
            .filter(alert -> {
              Alert.Resolution end = alert.resolved();
              return end != null && end.at().isBefore(before);
            })
            .limit(limit)
            .map(alert -> alert.id().value())
            .toList();
    old.forEach(byId::remove);
    return old.size();
  }
}
