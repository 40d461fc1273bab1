package posthorn.http;

import static java.util.Map.entry;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * How each route is called rightly: with things of the default tenant that are there, made anew for
 * each call, and with a body that is as it should be. A new route gets its recipe here.
 */
final class RouteCalls {
  private static final String NO_BODY = "";
  private static final String SOURCE = "{\"name\": \"github\", \"kind\": \"github\"}";
  private static final String LATER = "{\"filter\": {}, \"start_at\": \"2099-01-01T00:00:00Z\"}";
  private static final String RULE = "/v1/alert-rules/success_rate";
  private static final String CHANNELS = "/v1/notification-channels";
  private static final String SCHEMA = "{\"description\": \"It is\", \"schema\": {}}";

  private final TestApi api;
  private final Map<String, Recipe> recipes;
  private int made;

  /** A path with the ids in it, the request's body, and headers that it needs. */
  private record Call(String path, String body, Map<String, String> headers) {
    Call(String path, String body) {
      this(path, body, Map.of());
    }
  }

  private interface Recipe {
    Call make() throws Exception;
  }

  RouteCalls(TestApi api) {
    this.api = api;
    api.engine.sender.everyReceiverAnswers(500);
    recipes = recipes();
  }

  /** A request to that route that is as it should be. */
  HttpRequest.Builder to(Api.Route route, @Nullable String key) throws Exception {
    Call call = make(route);
    HttpRequest.Builder request =
        key == null ? api.request(call.path) : api.authorized(call.path, key);
    call.headers.forEach(request::header);
    return with(request, route, call.body);
  }

  /** The same with parameters, or with another body. */
  HttpRequest.Builder to(Api.Route route, String query, @Nullable String body) throws Exception {
    Call call = make(route);
    HttpRequest.Builder request = api.authorized(call.path + query);
    call.headers.forEach(request::header);
    return with(request, route, body == null ? call.body : body);
  }

  private Call make(Api.Route route) throws Exception {
    Recipe recipe = recipes.get(route.toString());
    if (recipe == null) {
      throw new AssertionError("RouteCalls has no recipe for " + route);
    }
    return recipe.make();
  }

  private static HttpRequest.Builder with(
      HttpRequest.Builder request, Api.Route route, String body) {
    return request.method(
        route.methodName(),
        body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
  }

  /** The routes that are known here, as {@link Api.Route#toString} has them. */
  Set<String> known() {
    return recipes.keySet();
  }

  private Map<String, Recipe> recipes() {
    return Map.ofEntries(
        entry("GET /", at("/")),
        entry("GET /favicon.ico", at("/favicon.ico")),
        entry("GET /healthz", at("/healthz")),
        entry("GET /readyz", at("/readyz")),
        entry("GET /openapi.json", at("/openapi.json")),
        entry("GET /docs", at("/docs")),
        entry("GET /docs/{file}", at("/docs/start.js")),
        entry("GET /.well-known/webhook-keys/{webhook_id}", this::publicKeys),
        entry("GET /v1/webhooks", at("/v1/webhooks")),
        entry("POST /v1/webhooks", at("/v1/webhooks", TestApi.WEBHOOK)),
        entry("GET /v1/webhooks/{id}", webhook("")),
        entry("PUT /v1/webhooks/{id}", webhook("", "{\"name\": \"other\"}")),
        entry("PATCH /v1/webhooks/{id}", webhook("", "{\"name\": \"other\"}")),
        entry("DELETE /v1/webhooks/{id}", webhook("")),
        entry("GET /v1/webhooks/{id}/health", webhook("/health")),
        entry("GET /v1/webhooks/{id}/stats", webhook("/stats")),
        entry("GET /v1/webhooks/{id}/deliveries", webhook("/deliveries")),
        entry("POST /v1/webhooks/{id}/rotate-secret", webhook("/rotate-secret")),
        entry("POST /v1/webhooks/{id}/test", webhook("/test")),
        entry("POST /v1/webhooks/{id}/pause", webhook("/pause")),
        entry("POST /v1/webhooks/{id}/resume", this::resume),
        entry("GET /v1/webhooks/{id}/circuit-breaker", webhook("/circuit-breaker")),
        entry(
            "PATCH /v1/webhooks/{id}/circuit-breaker",
            webhook("/circuit-breaker", "{\"action\": \"reset\"}")),
        entry("POST /v1/webhooks/{id}/deliveries/{delivery_id}/retry", this::replay),
        entry("GET /v1/deliveries", at("/v1/deliveries")),
        entry("GET /v1/deliveries/{id}", delivery("")),
        entry("GET /v1/deliveries/{id}/attempts", delivery("/attempts")),
        entry("GET /v1/deliveries/{id}/request", delivery("/request")),
        entry("POST /v1/deliveries/{id}/cancel", delivery("/cancel")),
        entry("POST /v1/deliveries/{id}/retry-now", ended("/v1/deliveries/", "/retry-now")),
        entry("POST /gateway/webhooks/{source_id}", this::message),
        entry("GET /v1/inbound", at("/v1/inbound")),
        entry("GET /v1/inbound/{id}", received("")),
        entry("POST /v1/inbound/{id}/reroute", received("/reroute")),
        entry("POST /v1/inbound/reroute", at("/v1/inbound/reroute", "{\"limit\": 1}")),
        entry("GET /v1/dlq", at("/v1/dlq")),
        entry("GET /v1/dlq/summary", at("/v1/dlq/summary")),
        entry("POST /v1/dlq/retry-batch", at("/v1/dlq/retry-batch", LATER)),
        entry("GET /v1/dlq/batch-operations", at("/v1/dlq/batch-operations")),
        entry("GET /v1/dlq/batch-operations/{id}", batchOperation("")),
        entry("DELETE /v1/dlq/batch-operations/{id}", batchOperation("")),
        entry("POST /v1/dlq/batch-operations/{id}/pause", batchOperation("/pause")),
        entry("POST /v1/dlq/batch-operations/{id}/resume", batchOperation("/resume")),
        entry("GET /v1/stats/timeseries", at("/v1/stats/timeseries")),
        entry("GET /v1/events", at("/v1/events")),
        entry("POST /v1/events", at("/v1/events", TestApi.EVENT)),
        entry(
            "POST /v1/events/batch",
            at("/v1/events/batch", "{\"events\": [" + TestApi.EVENT + "]}")),
        entry(
            "GET /v1/events/{id}",
            () -> call("/v1/events/" + deliver().path("event_id").asString())),
        entry("GET /v1/event-types", at("/v1/event-types")),
        entry("GET /v1/event-types/{name}", this::eventType),
        entry("PUT /v1/event-types/{name}", () -> new Call(eventType().path, SCHEMA)),
        entry("DELETE /v1/event-types/{name}", this::eventType),
        entry("GET /v1/sources", at("/v1/sources")),
        entry("POST /v1/sources", at("/v1/sources", SOURCE)),
        entry("GET /v1/sources/{id}", source("", NO_BODY)),
        entry("PUT /v1/sources/{id}", source("", "{\"name\": \"other\"}")),
        entry("PATCH /v1/sources/{id}", source("", "{\"name\": \"other\"}")),
        entry("DELETE /v1/sources/{id}", source("", NO_BODY)),
        entry("POST /v1/sources/{id}/rotate-secret", source("/rotate-secret", NO_BODY)),
        entry("GET /v1/routes", at("/v1/routes")),
        entry("POST /v1/routes", () -> new Call("/v1/routes", routeOfNewSource())),
        entry("GET /v1/routes/{id}", route(NO_BODY)),
        entry("PUT /v1/routes/{id}", route("{\"target\": \"other\"}")),
        entry("PATCH /v1/routes/{id}", route("{\"target\": \"other\"}")),
        entry("DELETE /v1/routes/{id}", route(NO_BODY)),
        entry("GET /v1/tenants", at("/v1/tenants")),
        entry("POST /v1/tenants", () -> new Call("/v1/tenants", tenant(next()))),
        entry("GET /v1/tenants/{id}", at("/v1/tenants/default")),
        entry("PATCH /v1/tenants/{id}", at("/v1/tenants/default", "{\"name\": \"other\"}")),
        entry("DELETE /v1/tenants/{id}", this::emptyTenant),
        entry("GET /v1/api-keys", at("/v1/api-keys")),
        entry("POST /v1/api-keys", at("/v1/api-keys", "{\"role\": \"viewer\"}")),
        entry("GET /v1/api-keys/{id}", this::apiKey),
        entry("DELETE /v1/api-keys/{id}", this::apiKey),
        entry("GET /v1/audit", at("/v1/audit")),
        entry("GET /v1/clock", at("/v1/clock")),
        entry("POST /v1/clock/agree", at("/v1/clock/agree")),
        entry("GET /v1/storage", at("/v1/storage")),
        entry("GET /v1/stream", at("/v1/stream")),
        entry("GET /v1/alerts", at("/v1/alerts")),
        entry("GET /v1/alert-rules", at("/v1/alert-rules")),
        entry("PUT /v1/alert-rules/{name}", at(RULE, "{\"threshold\": 80}")),
        entry("PATCH /v1/alert-rules/{name}", at(RULE, "{\"threshold\": 80}")),
        entry("DELETE /v1/alert-rules/{name}", at(RULE)),
        entry("GET /v1/notification-channels", at(CHANNELS)),
        entry("POST /v1/notification-channels", at(CHANNELS, "{\"type\": \"log\"}")),
        entry("GET /v1/notification-channels/{id}", channel("", NO_BODY)),
        entry("PUT /v1/notification-channels/{id}", channel("", "{\"name\": \"other\"}")),
        entry("PATCH /v1/notification-channels/{id}", channel("", "{\"name\": \"other\"}")),
        entry("DELETE /v1/notification-channels/{id}", channel("", NO_BODY)),
        entry("POST /v1/notification-channels/{id}/test", channel("/test", NO_BODY)),
        entry("GET /api/webhooks", at("/api/webhooks")),
        entry(
            "POST /api/webhooks",
            at("/api/webhooks", TestApi.WEBHOOK.replace("{", "{\"name\": \"hook\", "))),
        entry("GET /api/webhooks/{id}", this::olderWebhook),
        entry(
            "PUT /api/webhooks/{id}", () -> new Call(olderWebhook().path, "{\"name\": \"other\"}")),
        entry(
            "PATCH /api/webhooks/{id}",
            () -> new Call(olderWebhook().path, "{\"name\": \"other\"}")),
        entry("DELETE /api/webhooks/{id}", this::olderWebhook),
        entry("GET /api/webhooks/stats", at("/api/webhooks/stats")),
        entry("GET /api/webhooks/deliveries", at("/api/webhooks/deliveries")),
        entry(
            "GET /api/webhooks/deliveries/{id}",
            () -> call("/api/webhooks/deliveries/" + idOf(deliver()))),
        entry(
            "POST /api/webhooks/deliveries/{id}/retry",
            ended("/api/webhooks/deliveries/", "/retry")));
  }

  private static Call call(String path) {
    return new Call(path, NO_BODY);
  }

  private static Recipe at(String path) {
    return at(path, NO_BODY);
  }

  private static Recipe at(String path, String body) {
    return () -> new Call(path, body);
  }

  private Recipe webhook(String rest) {
    return webhook(rest, NO_BODY);
  }

  private Recipe webhook(String rest, String body) {
    return () -> new Call("/v1/webhooks/" + makeWebhook("user.*") + rest, body);
  }

  private Call publicKeys() throws Exception {
    String withKey =
        "{\"signature_schemes\": [\"standard\"], \"secret\": \"whsk_" + "A".repeat(43) + "=\", ";
    JsonNode webhook = makeAt("/v1/webhooks", TestApi.WEBHOOK.replace("{", withKey));
    return call("/.well-known/webhook-keys/" + idOf(webhook));
  }

  private Call message() throws Exception {
    return new Call(
        new Github(api).path,
        Github.OPENED,
        Map.of("X-Hub-Signature-256", Github.signatureOf(Github.OPENED)));
  }

  private Recipe received(String rest) {
    return () -> {
      JsonNode receipt = new Github(api).opened(next()).body();
      return call("/v1/inbound/" + receipt.path("inbound_id").asString() + rest);
    };
  }

  private Call resume() throws Exception {
    String path = "/v1/webhooks/" + makeWebhook("user.*");
    makeAt(path + "/pause", NO_BODY);
    return call(path + "/resume");
  }

  private Call olderWebhook() throws Exception {
    return call("/api/webhooks/" + makeWebhook("user.*"));
  }

  private Recipe delivery(String rest) {
    return () -> call("/v1/deliveries/" + idOf(deliver()) + rest);
  }

  /** Of a delivery that waits for nothing any more. */
  private Recipe ended(String path, String rest) {
    return () -> {
      String id = idOf(deliver());
      makeAt("/v1/deliveries/" + id + "/cancel", NO_BODY);
      return call(path + id + rest);
    };
  }

  private Call replay() throws Exception {
    JsonNode delivery = deliver();
    return new Call(
        "/v1/webhooks/"
            + delivery.path("webhook_id").asString()
            + "/deliveries/"
            + idOf(delivery)
            + "/retry",
        "{\"priority\": \"high\"}");
  }

  private Recipe source(String rest, String body) {
    return () -> new Call("/v1/sources/" + idOf(makeAt("/v1/sources", SOURCE)) + rest, body);
  }

  private String routeOfNewSource() throws Exception {
    return """
    {"source_id": "%s", "event_type": "push", "intent": "build", "target": "builders"}
    """
        .formatted(idOf(makeAt("/v1/sources", SOURCE)));
  }

  private Recipe route(String body) {
    return () -> new Call("/v1/routes/" + idOf(makeAt("/v1/routes", routeOfNewSource())), body);
  }

  private Recipe batchOperation(String rest) {
    return () -> {
      JsonNode started = makeAt("/v1/dlq/retry-batch", LATER);
      String id = started.path("batch_operation_id").asString();
      return call("/v1/dlq/batch-operations/" + id + rest);
    };
  }

  private Call eventType() throws Exception {
    String path = "/v1/event-types/type." + next();
    TestApi.Answer answer = api.put(path, SCHEMA);
    require(answer);
    return call(path);
  }

  /** One of the tenant that all keys are of, so that those may see it too. */
  private Recipe channel(String rest, String body) {
    return () ->
        new Call(
            CHANNELS
                + "/"
                + idOf(makeAt(CHANNELS, "{\"type\": \"log\", \"tenant_id\": \"default\"}"))
                + rest,
            body);
  }

  private Call emptyTenant() throws Exception {
    return call("/v1/tenants/" + idOf(makeAt("/v1/tenants", tenant(next()))));
  }

  private Call apiKey() throws Exception {
    return call("/v1/api-keys/" + idOf(makeAt("/v1/api-keys", "{\"role\": \"viewer\"}")));
  }

  private static String tenant(String id) {
    return "{\"id\": \"%s\", \"name\": \"Some\"}".formatted(id);
  }

  /** A delivery of a webhook of its own, that has failed once and waits for its next attempt. */
  private JsonNode deliver() throws Exception {
    String type = "thing." + next();
    makeWebhook(type);
    JsonNode accepted =
        makeAt("/v1/events", "{\"event_type\": \"%s\", \"data\": {}}".formatted(type));
    api.engine.runDue();
    TestApi.Answer event = api.get("/v1/events/" + accepted.path("event_id").asString());
    require(event);
    return event.body().path("deliveries").path(0);
  }

  private String makeWebhook(String events) throws Exception {
    return idOf(makeAt("/v1/webhooks", TestApi.WEBHOOK.replace("user.*", events)));
  }

  private JsonNode makeAt(String path, String body) throws Exception {
    TestApi.Answer answer = api.post(path, body);
    require(answer);
    return answer.body();
  }

  private static void require(TestApi.Answer answer) {
    if (answer.status() / 100 != 2) {
      throw new AssertionError(answer.response() + " " + answer.response().body());
    }
  }

  private static String idOf(JsonNode thing) {
    return thing.path("id").asString();
  }

  private String next() {
    made++;
    return "n" + made;
  }
}
