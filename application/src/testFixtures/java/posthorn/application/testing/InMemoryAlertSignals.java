package posthorn.application.testing;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import posthorn.application.port.AlertSignals;
import posthorn.application.port.Circuits;
import posthorn.domain.alert.Calls;
import posthorn.domain.circuit.Phase;
import posthorn.domain.delivery.DeliveryState;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.statistics.Tally;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** {@link AlertSignals} in memory. */
final class InMemoryAlertSignals implements AlertSignals {
  private final InMemoryDeliveries deliveries;
  private final Circuits circuits;

  InMemoryAlertSignals(InMemoryDeliveries deliveries, Circuits circuits) {
    this.deliveries = deliveries;
    this.circuits = circuits;
  }

  @Override
  public Map<WebhookId, Activity> activity(Instant from, Instant to) {
    var activity = new HashMap<WebhookId, Activity>();
    deliveries
        .statistics
        .minutes(from, to)
        .forEach((webhook, minutes) -> {
          Tally sum = minutes.values().stream().reduce(Tally.NOTHING, Tally::plus);
          Instant firstFailure =
              minutes.entrySet().stream()
                  .filter(minute -> minute.getValue().failed() > 0)
                  .map(Map.Entry::getKey)
                  .min(Instant::compareTo)
                  .orElse(null);
          activity.put(
              webhook,
              new Activity(
                  new Calls(sum.succeeded(), sum.failed()),
                  sum.failures().getOrDefault(FailureCategory.DNS, 0L),
                  firstFailure,
                  sum.lastFailureAt(),
                  sum.lastSuccessAt()));
        });
    return activity;
  }

  @Override
  public Map<WebhookId, Long> dead(Instant from, Instant to) {
    var dead = new HashMap<WebhookId, Long>();
    deliveries
        .statistics
        .minutes(from, to)
        .forEach((webhook, minutes) -> {
          long sum = minutes.values().stream().mapToLong(Tally::dead).sum();
          if (sum > 0) {
            dead.put(webhook, sum);
          }
        });
    return dead;
  }

  @Override
  public Set<WebhookId> circuitsNotClosed() {
    return circuits.all().entrySet().stream()
        .filter(entry -> entry.getValue().phase() != Phase.CLOSED)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  @Override
  public int deadLetters(TenantId tenant, int upTo) {
    return (int)
        Math.min(
            upTo,
            deliveries.snapshot().stream()
                .filter(delivery -> delivery.tenant().equals(tenant))
                .filter(delivery -> delivery.state() instanceof DeliveryState.Dead)
                .count());
  }

  @Override
  public int waiting(Instant now, int upTo) {
    return deliveries.countDue(now, upTo);
  }
}
