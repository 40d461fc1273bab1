package posthorn.application.testing;

import posthorn.application.port.AlertStores;
import posthorn.application.port.ApiKeys;
import posthorn.application.port.AuditLog;
import posthorn.application.port.BatchOperations;
import posthorn.application.port.Circuits;
import posthorn.application.port.DeadLetters;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DueDeliveries;
import posthorn.application.port.EventHistory;
import posthorn.application.port.EventTypes;
import posthorn.application.port.Events;
import posthorn.application.port.History;
import posthorn.application.port.InboundMessages;
import posthorn.application.port.InboundRoutes;
import posthorn.application.port.Sources;
import posthorn.application.port.Statistics;
import posthorn.application.port.StoreSpace;
import posthorn.application.port.Tenants;
import posthorn.application.port.Webhooks;

/** The ports of one store, whichever it is. */
public record Stores(
    Webhooks webhooks,
    Events events,
    Deliveries deliveries,
    DueDeliveries dueDeliveries,
    DeadLetters deadLetters,
    BatchOperations batchOperations,
    Circuits circuits,
    History history,
    StoreSpace space,
    Statistics statistics,
    ApiKeys apiKeys,
    EventHistory eventHistory,
    EventTypes eventTypes,
    InboundMessages inboundMessages,
    Sources sources,
    InboundRoutes inboundRoutes,
    Tenants tenants,
    AuditLog auditLog,
    AlertStores alerting) {

  /** A new, empty store in memory. */
  public static Stores inMemory() {
    var webhooks = new InMemoryWebhooks();
    var deliveries = new InMemoryDeliveries(webhooks);
    var apiKeys = new InMemoryApiKeys();
    var eventTypes = new InMemoryEventTypes();
    var sources = new InMemorySources();
    var events = new InMemoryEvents(deliveries);
    var messages = new InMemoryInboundMessages(deliveries);
    var circuits = new InMemoryCircuits(webhooks);
    var auditLog = new InMemoryAuditLog();
    return new Stores(
        webhooks,
        events,
        deliveries,
        deliveries,
        new InMemoryDeadLetters(deliveries),
        new InMemoryBatchOperations(deliveries),
        circuits,
        new InMemoryHistory(deliveries, events, messages, auditLog),
        new InMemorySpace(deliveries, messages),
        deliveries.statistics,
        apiKeys,
        new InMemoryEventHistory(deliveries),
        eventTypes,
        messages,
        sources,
        new InMemoryInboundRoutes(sources),
        new InMemoryTenants(webhooks, apiKeys, eventTypes, sources),
        auditLog,
        new AlertStores(
            new InMemoryAlertSignals(deliveries, circuits),
            new InMemoryAlerts(deliveries.outbox, webhooks),
            new InMemoryRuleOverrides(),
            new InMemoryChannels(deliveries.outbox),
            deliveries.outbox,
            deliveries.deaths));
  }
}
