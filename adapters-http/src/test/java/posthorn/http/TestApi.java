package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import posthorn.application.access.AddApiKey;
import posthorn.application.access.Authenticate;
import posthorn.application.access.CreateApiKey;
import posthorn.application.access.EnsureOperatorKey;
import posthorn.application.access.RecordChange;
import posthorn.application.access.RemoveApiKey;
import posthorn.application.alerts.ChangeAlertRule;
import posthorn.application.alerts.ChangeChannel;
import posthorn.application.alerts.ChannelWebhooks;
import posthorn.application.alerts.CreateChannel;
import posthorn.application.alerts.EffectiveRules;
import posthorn.application.alerts.EvaluateAlerts;
import posthorn.application.alerts.MailAllowance;
import posthorn.application.alerts.NoticePlan;
import posthorn.application.alerts.RemoveChannel;
import posthorn.application.alerts.TestChannel;
import posthorn.application.deadletters.ControlBatchReplay;
import posthorn.application.deadletters.StartBatchReplay;
import posthorn.application.eventtypes.RegisterEventType;
import posthorn.application.eventtypes.RemoveEventType;
import posthorn.application.feed.OperatorFeed;
import posthorn.application.health.Health;
import posthorn.application.inbound.AddRoute;
import posthorn.application.inbound.ChangeRoute;
import posthorn.application.inbound.ChangeSource;
import posthorn.application.inbound.CreateSource;
import posthorn.application.inbound.ReceiveWebhook;
import posthorn.application.inbound.RemoveRoute;
import posthorn.application.inbound.RemoveSource;
import posthorn.application.inbound.RerouteMessage;
import posthorn.application.inbound.RerouteMessages;
import posthorn.application.inbound.RotateSourceSecret;
import posthorn.application.inbound.Router;
import posthorn.application.port.AlertStores;
import posthorn.application.port.ApiKeys;
import posthorn.application.port.ArchiveSpace;
import posthorn.application.port.AuditLog;
import posthorn.application.port.AuditQuery;
import posthorn.application.port.BatchOperations;
import posthorn.application.port.DeadLetters;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.EventTypes;
import posthorn.application.port.Events;
import posthorn.application.port.Ids;
import posthorn.application.port.InboundMessages;
import posthorn.application.port.InboundRoutes;
import posthorn.application.port.Randomness;
import posthorn.application.port.Schemas;
import posthorn.application.port.Sources;
import posthorn.application.port.StoreException;
import posthorn.application.port.Tenants;
import posthorn.application.port.Webhooks;
import posthorn.application.quota.RequestQuota;
import posthorn.application.replay.CancelDelivery;
import posthorn.application.replay.ReplayDelivery;
import posthorn.application.retention.PruneHistory;
import posthorn.application.retention.PruningRecord;
import posthorn.application.retention.ReportStorage;
import posthorn.application.retention.RetentionPolicy;
import posthorn.application.retention.Retentions;
import posthorn.application.tenants.ChangeTenant;
import posthorn.application.tenants.CreateTenant;
import posthorn.application.tenants.RemoveTenant;
import posthorn.application.testing.InMemoryMailer;
import posthorn.application.testing.InMemoryNoticeLog;
import posthorn.application.testing.SeededRandomness;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestEngine;
import posthorn.application.testing.WorkAtOnce;
import posthorn.application.webhooks.ChangeWebhook;
import posthorn.application.webhooks.ControlCircuit;
import posthorn.application.webhooks.CreateWebhook;
import posthorn.application.webhooks.DeleteWebhook;
import posthorn.application.webhooks.RotateSecret;
import posthorn.application.webhooks.TestWebhook;
import posthorn.application.webhooks.VerifyUrl;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.AuditEntry;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;
import posthorn.domain.alert.MailDomains;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.net.AddressPolicy;
import posthorn.domain.net.AddressVerdict;
import posthorn.domain.net.Cidr;
import posthorn.domain.net.TrustedProxies;
import posthorn.domain.net.UrlPolicy;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;
import posthorn.jsonschema.JsonSchemas;
import tools.jackson.databind.JsonNode;

/** The real server on a free port, over an engine in memory whose time stands still. */
final class TestApi implements AfterEachCallback {
  /** A name that leads to a private address. */
  static final String INWARD = "inward.example";

  static final String KEY = "ph_test";

  /** Of what a source sends. */
  static final int MAX_INBOUND = 128 * 1024;

  static final int MAILS_PER_TENANT_HOUR = 100;

  static final int MOST_CONNECTIONS = 500;

  /** Of bodies that are being read. */
  static final int BODY_MEMORY = 64 * 1024 * 1024;

  /** Another tenant, which is there beside the default one. */
  static final TenantId ACME = new TenantId("acme");

  static final String WEBHOOK =
      "{\"url\": \"http://127.0.0.1:9999/hook\", \"events\": [\"user.*\"]}";
  static final String EVENT = "{\"event_type\": \"user.created\", \"data\": {\"a\": 1}}";

  /** Short, so that a stream whose client is gone is soon known to be over. */
  static final Duration HEARTBEAT = Duration.ofMillis(50);

  static final int MOST_STREAMS = 8;
  static final int STREAMS_OF_OPERATORS = 2;
  static final int MOST_STREAMS_OF_TENANT = 3;
  static final int FEED_SIZE = 1000;

  final OperatorFeed feed = new OperatorFeed("testrun", FEED_SIZE);
  private final Schemas schemas = new JsonSchemas();
  final TestEngine engine = new TestEngine(stores(), RetryPreset.GATEWAY.policy(), schemas);
  final AtomicInteger commits = new AtomicInteger();
  volatile Health health = Health.GOOD;
  volatile boolean auditFails;
  volatile Runnable beforeCommit = () -> {};

  final InMemoryMailer mailer = new InMemoryMailer();
  final InMemoryNoticeLog noticeLog = new InMemoryNoticeLog();

  /** What there is of an archive, if there is one. */
  volatile Optional<ArchiveSpace.Taken> archive = Optional.empty();

  private final PruningRecord pruning = new PruningRecord();
  private final Retentions retentions =
      new Retentions(
          new RetentionPolicy(Duration.ofDays(30), Duration.ofHours(36), Duration.ofDays(90)),
          Duration.ofDays(365),
          engine.stores.tenants());

  final PruneHistory pruneHistory =
      new PruneHistory(
          engine.stores.history(), (_, _) -> {}, retentions, pruning, engine.clockTrust);

  private final SequentialIds ids = new SequentialIds();
  private final HttpServer.Duplicates duplicates;
  private final TrustedProxies trustedProxies;
  private final HttpServer server;
  private final int port;
  private final HttpClient client = HttpClient.newHttpClient();

  TestApi() {
    this(HttpServer.Duplicates.REJECT);
  }

  TestApi(HttpServer.Duplicates duplicates) {
    this(duplicates, TrustedProxies.NONE);
  }

  TestApi(HttpServer.Duplicates duplicates, TrustedProxies trustedProxies) {
    this.duplicates = duplicates;
    this.trustedProxies = trustedProxies;
    server = server();
    port = server.start();
  }

  /** A store in memory that counts its commits, and lets tests come before them. */
  private Stores stores() {
    Stores plain = Stores.inMemory();
    Events events =
        (publications, keysSince) -> {
          beforeCommit.run();
          commits.incrementAndGet();
          return plain.events().accept(publications, keysSince);
        };
    return new Stores(
        plain.webhooks(),
        events,
        plain.deliveries(),
        plain.dueDeliveries(),
        plain.deadLetters(),
        plain.batchOperations(),
        plain.circuits(),
        plain.history(),
        plain.space(),
        plain.statistics(),
        plain.apiKeys(),
        plain.eventHistory(),
        plain.eventTypes(),
        plain.inboundMessages(),
        plain.sources(),
        plain.inboundRoutes(),
        plain.tenants(),
        auditLog(plain.auditLog()),
        plain.alerting());
  }

  /** One whose disk can be full. */
  private AuditLog auditLog(AuditLog plain) {
    return new AuditLog() {
      @Override
      public void append(AuditEntry entry) {
        if (auditFails) {
          throw new StoreException("the disk is full", null);
        }
        plain.append(entry);
      }

      @Override
      public List<AuditEntry> list(AuditQuery query) {
        return plain.list(query);
      }
    };
  }

  private HttpServer server() {
    var randomness = new SeededRandomness(1);
    new EnsureOperatorKey(engine.stores.apiKeys(), ids, randomness)
        .ensure(KEY, _ -> {}, engine.time.now());
    var loopback = new AddressPolicy(List.of(Cidr.parse("127.0.0.0/8").orElseThrow()));
    return new HttpServer(
        new HttpServer.Settings(
            "127.0.0.1",
            0,
            Duration.ofSeconds(10),
            new HttpServer.WebhookRules(
                new UrlPolicy(true, loopback),
                TestApi::whereItLeads,
                engine.policies,
                Duration.ofSeconds(55)),
            Set.of("https://app.example"),
            duplicates,
            MAX_INBOUND,
            trustedProxies,
            new HttpServer.Bounds(BODY_MEMORY, MOST_CONNECTIONS, MOST_CONNECTIONS)),
        new HttpServer.UseCases(
            ofAccess(ids, randomness),
            ofWebhooks(ids, randomness),
            ofEvents(),
            ofInbound(ids, randomness),
            ofDeadLetters(ids),
            ofDeliveries(ids),
            new ReportStorage(engine.stores.space(), () -> archive, retentions, pruning),
            new HttpServer.UseCases.OfStream(
                feed, HEARTBEAT, MOST_STREAMS, STREAMS_OF_OPERATORS, MOST_STREAMS_OF_TENANT),
            ofAlerts(ids, randomness),
            engine.clockTrust),
        new HttpServer.Surroundings(engine.time::now, ids, "test", () -> health));
  }

  private static AddressVerdict whereItLeads(TenantId tenant, WebhookUrl url) {
    return url.host().equals(INWARD)
        ? new AddressVerdict.Refused("resolves to an address that is not allowed")
        : new AddressVerdict.Allowed();
  }

  private HttpServer.UseCases.OfEvents ofEvents() {
    EventTypes types = engine.stores.eventTypes();
    return new HttpServer.UseCases.OfEvents(
        engine.publishEvent,
        engine.quotas,
        engine.stores.eventHistory(),
        types,
        new RegisterEventType(types, schemas, new WorkAtOnce()),
        new RemoveEventType(types));
  }

  private HttpServer.UseCases.OfInbound ofInbound(Ids ids, Randomness randomness) {
    Sources sources = engine.stores.sources();
    InboundRoutes routes = engine.stores.inboundRoutes();
    return new HttpServer.UseCases.OfInbound(
        new HttpServer.UseCases.OfSources(
            sources,
            new CreateSource(sources, ids, randomness),
            new ChangeSource(sources),
            new RemoveSource(sources),
            new RotateSourceSecret(sources, randomness)),
        new HttpServer.UseCases.OfRoutes(
            routes,
            new AddRoute(sources, routes, ids),
            new ChangeRoute(sources, routes),
            new RemoveRoute(routes)),
        ofMessages(ids));
  }

  private HttpServer.UseCases.OfMessages ofMessages(Ids ids) {
    Sources sources = engine.stores.sources();
    InboundMessages messages = engine.stores.inboundMessages();
    var router = new Router(engine.stores.inboundRoutes(), engine.admission, engine.drafts);
    var reroute = new RerouteMessage(sources, messages, router);
    return new HttpServer.UseCases.OfMessages(
        new ReceiveWebhook(sources, messages, router, ids, engine.announced::add),
        messages,
        reroute,
        new RerouteMessages(messages, reroute));
  }

  private HttpServer.UseCases.OfAccess ofAccess(Ids ids, Randomness randomness) {
    ApiKeys keys = engine.stores.apiKeys();
    Tenants tenants = engine.stores.tenants();
    tenants.addIfAbsent(new Tenant(ACME, "Acme", Quotas.NONE, engine.time.now()));
    return new HttpServer.UseCases.OfAccess(
        new Authenticate(keys, engine.announced::add),
        new RequestQuota(tenants, null),
        new RecordChange(engine.stores.auditLog(), ids),
        engine.stores.auditLog(),
        new HttpServer.UseCases.OfTenants(
            tenants,
            retentions,
            new CreateTenant(tenants, ids),
            new ChangeTenant(tenants, engine.stores.webhooks()),
            new RemoveTenant(tenants)),
        new HttpServer.UseCases.OfKeys(
            keys,
            new CreateApiKey(new AddApiKey(keys, engine.quotas, ids), randomness),
            new RemoveApiKey(keys)));
  }

  private HttpServer.UseCases.OfDeadLetters ofDeadLetters(Ids ids) {
    DeadLetters letters = engine.stores.deadLetters();
    BatchOperations operations = engine.stores.batchOperations();
    return new HttpServer.UseCases.OfDeadLetters(
        letters,
        operations,
        new StartBatchReplay(operations, letters, ids, engine.announced::add, () -> {}),
        new ControlBatchReplay(operations, engine.announced::add, () -> {}));
  }

  private HttpServer.UseCases.OfDeliveries ofDeliveries(Ids ids) {
    Deliveries deliveries = engine.stores.deliveries();
    return new HttpServer.UseCases.OfDeliveries(
        deliveries,
        engine.stores.statistics(),
        engine.retryNow,
        new ReplayDelivery(deliveries, ids, engine.dispatcher),
        new CancelDelivery(deliveries, engine.dispatcher, engine.announced::add));
  }

  private HttpServer.UseCases.OfWebhooks ofWebhooks(Ids ids, Randomness randomness) {
    Webhooks webhooks = engine.stores.webhooks();
    var verifyUrl = new VerifyUrl(engine.sender, randomness);
    return new HttpServer.UseCases.OfWebhooks(
        webhooks,
        new CreateWebhook(webhooks, engine.quotas, verifyUrl, ids, randomness),
        new ChangeWebhook(webhooks, verifyUrl, engine.dispatcher),
        new DeleteWebhook(
            webhooks,
            engine.stores.deliveries(),
            engine.stores.history(),
            engine.announced::add,
            engine.dispatcher),
        new RotateSecret(webhooks, randomness),
        new TestWebhook(webhooks, engine.sender, ids, engine.policies),
        new ControlCircuit(webhooks, engine.gates, engine.dispatcher));
  }

  private HttpServer.UseCases.OfAlerts ofAlerts(Ids ids, Randomness randomness) {
    AlertStores alerting = engine.stores.alerting();
    Webhooks webhooks = engine.stores.webhooks();
    var rules = new EffectiveRules(alerting.overrides());
    var channelWebhooks =
        new ChannelWebhooks(
            webhooks,
            new DeleteWebhook(
                webhooks,
                engine.stores.deliveries(),
                engine.stores.history(),
                engine.announced::add,
                engine.dispatcher),
            ids,
            randomness);
    var testWebhook = new TestWebhook(webhooks, engine.sender, ids, engine.policies);
    return new HttpServer.UseCases.OfAlerts(
        alerting,
        rules,
        new ChangeAlertRule(alerting.overrides(), rules),
        new HttpServer.UseCases.OfChannels(
            channelWebhooks,
            new CreateChannel(alerting.channels(), channelWebhooks, ids),
            new ChangeChannel(alerting.channels(), channelWebhooks),
            new RemoveChannel(alerting.channels(), channelWebhooks),
            new TestChannel(
                mailer, testWebhook, noticeLog, ids, new MailAllowance(MAILS_PER_TENANT_HOUR)),
            new MailDomains(Set.of("example.com", "example.org"))));
  }

  /** Looks for alerts once. */
  void lookForAlerts() {
    new EvaluateAlerts(
            engine.stores.alerting(),
            engine.stores.webhooks(),
            engine.stores.tenants(),
            engine.dispatcher,
            new NoticePlan(
                engine.stores.webhooks(), engine.stores.alerting().channels(), mailer, ids),
            engine.announced::add,
            ids,
            engine.disk,
            engine.clockTrust)
        .evaluate(engine.time.now());
  }

  /** An answer with its body read as JSON. */
  record Answer(HttpResponse<String> response) {
    int status() {
      return response.statusCode();
    }

    JsonNode body() {
      return Json.MAPPER.readTree(response.body());
    }

    String code() {
      return body().path("code").asString();
    }

    List<String> wrongFields() {
      return body().path("errors").valueStream().map(e -> e.path("field").asString()).toList();
    }
  }

  Answer post(String path, String body) throws IOException, InterruptedException {
    return send(authorized(path).POST(BodyPublishers.ofString(body)));
  }

  Answer put(String path, String body) throws IOException, InterruptedException {
    return send(authorized(path).PUT(BodyPublishers.ofString(body)));
  }

  Answer patch(String path, String body) throws IOException, InterruptedException {
    return send(authorized(path).method("PATCH", BodyPublishers.ofString(body)));
  }

  Answer delete(String path) throws IOException, InterruptedException {
    return send(authorized(path).DELETE());
  }

  Answer get(String path) throws IOException, InterruptedException {
    return send(authorized(path));
  }

  /** The one delivery that there is, as the engine has it. */
  Delivery onlyDelivery() {
    List<Delivery> all =
        engine.stores.deliveries().list(new DeliveryQuery(TenantId.DEFAULT, null, null, null, 2));
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }

  /** The text of a key of that tenant and role, made the first time it is asked for. */
  String keyOf(TenantId tenant, Role role) {
    String text = "ph_" + tenant + "_" + role;
    ApiKeys keys = engine.stores.apiKeys();
    var hash = KeyHash.of(text);
    if (keys.find(hash).isEmpty()) {
      var id = new ApiKeyId(ids.next(ApiKeyId.PREFIX, engine.time.now()));
      keys.add(new ApiKey(id, tenant, role, null, hash, engine.time.now(), null));
    }
    return text;
  }

  List<Api.Route> routes() {
    return server.routes();
  }

  HttpRequest.Builder authorized(String path) {
    return authorized(path, KEY);
  }

  HttpRequest.Builder authorized(String path, String key) {
    return request(path)
        .header("Authorization", "Bearer " + key)
        .header("Content-Type", "application/json");
  }

  Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response = client.send(request.build(), EndlessBody.orString());
    described().check(response);
    return new Answer(response);
  }

  private static @Nullable DescribedAnswers described;

  /** Once for all: to compile the schemas takes longer than most tests. */
  private DescribedAnswers described() {
    synchronized (TestApi.class) {
      DescribedAnswers present = described;
      if (present == null) {
        present = new DescribedAnswers(server.routes());
        described = present;
      }
      return present;
    }
  }

  /** Waits for the head of the answer alone. */
  HttpResponse<InputStream> open(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofInputStream());
  }

  int port() {
    return port;
  }

  void close() {
    server.close();
  }

  boolean refusesConnections() {
    try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return false;
    } catch (IOException _) {
      return true;
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    client.close();
    server.close();
  }
}
