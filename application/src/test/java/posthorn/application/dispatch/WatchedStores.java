package posthorn.application.dispatch;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import posthorn.application.port.Circuits;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.Events;
import posthorn.application.port.Page;
import posthorn.application.port.Webhooks;
import posthorn.application.testing.Stores;
import posthorn.domain.circuit.CircuitSnapshot;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.event.Event;
import posthorn.domain.retry.ReceiverWish;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookStatus;

/** A store whose calls may go wrong, and where what took effect is written down. */
final class WatchedStores {
  private final Stores real;
  private final PortCalls calls;
  private final Ledger ledger;
  private final Sabotage sabotage;

  WatchedStores(Stores real, PortCalls calls, Ledger ledger, Sabotage sabotage) {
    this.real = real;
    this.calls = calls;
    this.ledger = ledger;
    this.sabotage = sabotage;
  }

  Stores stores() {
    return new Stores(
        new WatchedWebhooks(),
        new WatchedEvents(),
        new WatchedDeliveries(),
        new WatchedDueDeliveries(real.dueDeliveries(), calls, ledger, sabotage),
        real.deadLetters(),
        real.batchOperations(),
        new WatchedCircuits(),
        real.history(),
        real.space(),
        real.statistics(),
        real.apiKeys(),
        real.eventHistory(),
        real.eventTypes(),
        real.inboundMessages(),
        real.sources(),
        real.inboundRoutes(),
        real.tenants(),
        real.auditLog(),
        real.alerting());
  }

  private final class WatchedWebhooks implements Webhooks {
    @Override
    public void add(Webhook webhook) {
      calls.run("webhooks.add", () -> real.webhooks().add(webhook));
    }

    @Override
    public Optional<Webhook> find(WebhookId id) {
      return calls.call("webhooks.find", () -> real.webhooks().find(id));
    }

    @Override
    public void changeStatus(WebhookId id, WebhookStatus status, Instant now) {
      calls.run("webhooks.changeStatus", () -> real.webhooks().changeStatus(id, status, now));
    }

    @Override
    public void disable(WebhookId id, ReceiverWish wish, Instant now) {
      calls.run("webhooks.disable", () -> real.webhooks().disable(id, wish, now));
    }

    @Override
    public Map<WebhookId, ReceiverWish> disabled() {
      return real.webhooks().disabled();
    }

    @Override
    public boolean replaceIfUnchanged(Webhook changed) {
      return calls.call(
          "webhooks.replaceIfUnchanged", () -> real.webhooks().replaceIfUnchanged(changed));
    }

    @Override
    public void remove(WebhookId id) {
      calls.run("webhooks.remove", () -> real.webhooks().remove(id));
    }

    @Override
    public List<Webhook> of(TenantId tenant) {
      return calls.call("webhooks.of", () -> real.webhooks().of(tenant));
    }
  }

  private final class WatchedEvents implements Events {
    @Override
    public List<Acceptance> accept(List<Publication> publications, Instant keysSince) {
      List<Acceptance> answers =
          calls.call(
              "events.accept",
              () -> {
                List<Acceptance> accepted = accept(publications, kept(publications), keysSince);
                ledger.accepted(publications, accepted);
                return accepted;
              });
      // What a call that failed has written, nobody holds.
      ledger.held(handedOver(publications, answers));
      return answers;
    }

    private List<Acceptance> accept(
        List<Publication> publications, List<Publication> kept, Instant keysSince) {
      List<Acceptance> accepted = new ArrayList<>(real.events().accept(kept, keysSince));
      while (accepted.size() < publications.size()) {
        accepted.add(new Acceptance.Accepted(Event.UNNUMBERED));
      }
      return accepted;
    }

    private static int handedOver(List<Publication> publications, List<Acceptance> answers) {
      return IntStream.range(0, publications.size())
          .filter(i -> answers.get(i) instanceof Acceptance.Accepted)
          .mapToObj(publications::get)
          .flatMap(each -> each.deliveries().stream())
          .mapToInt(delivery -> delivery.state() instanceof InFlight ? 1 : 0)
          .sum();
    }

    private List<Publication> kept(List<Publication> publications) {
      return switch (sabotage) {
        case LOSE_EVENTS -> publications.subList(0, publications.size() - 1);
        case IGNORE_LANES ->
            publications.stream()
                .map(each ->
                    new Publication(
                        each.event(),
                        each.deliveries().stream().map(WatchedEvents::withoutLane).toList()))
                .toList();
        default -> publications;
      };
    }

    private static Delivery withoutLane(Delivery it) {
      return new Delivery(
          it.id(),
          it.tenant(),
          it.webhook(),
          it.event(),
          it.eventType(),
          it.sessionId(),
          it.createdAt(),
          it.replayOf(),
          it.priority(),
          null,
          it.progress());
    }
  }

  private final class WatchedDeliveries implements Deliveries {
    @Override
    public boolean restartIfAtRest(Delivery restarted) {
      return calls.call(
          "deliveries.restartIfAtRest",
          () -> {
            boolean done = real.deliveries().restartIfAtRest(restarted);
            if (done) {
              ledger.restarted(restarted);
            }
            return done;
          });
    }

    @Override
    public boolean addIfEventRemains(Delivery delivery) {
      return calls.call(
          "deliveries.addIfEventRemains", () -> real.deliveries().addIfEventRemains(delivery));
    }

    @Override
    public Optional<Delivery> cancelIfWaiting(
        TenantId tenant, DeliveryId id, CancelReason reason, Instant now) {
      return calls.call(
          "deliveries.cancelIfWaiting",
          () -> real.deliveries().cancelIfWaiting(tenant, id, reason, now));
    }

    @Override
    public int unfinished(WebhookId webhook) {
      return calls.call("deliveries.unfinished", () -> real.deliveries().unfinished(webhook));
    }

    @Override
    public Optional<Event> eventOf(Delivery delivery) {
      return calls.call("deliveries.eventOf", () -> real.deliveries().eventOf(delivery));
    }

    @Override
    public Optional<Delivery> find(TenantId tenant, DeliveryId id) {
      return calls.call("deliveries.find", () -> real.deliveries().find(tenant, id));
    }

    @Override
    public Page<Delivery, DeliveryId> page(DeliveryQuery query) {
      return calls.call("deliveries.page", () -> real.deliveries().page(query));
    }

    @Override
    public List<Attempt> attemptsOf(DeliveryId id) {
      return calls.call("deliveries.attemptsOf", () -> real.deliveries().attemptsOf(id));
    }

    @Override
    public Map<DeliveryId, Attempt> lastAttemptsOf(List<DeliveryId> ids) {
      return calls.call("deliveries.lastAttemptsOf", () -> real.deliveries().lastAttemptsOf(ids));
    }
  }

  private final class WatchedCircuits implements Circuits {
    @Override
    public Map<WebhookId, CircuitSnapshot> all() {
      return calls.call("circuits.all", () -> real.circuits().all());
    }

    @Override
    public void save(WebhookId webhook, CircuitSnapshot snapshot) {
      // Unless all goes well, nobody is told what became of the circuit.
      ledger.circuitUnknown(webhook);
      calls.run(
          "circuits.save",
          () -> {
            if (sabotage != Sabotage.FORGET_CIRCUITS) {
              real.circuits().save(webhook, snapshot);
            }
          });
    }
  }
}
