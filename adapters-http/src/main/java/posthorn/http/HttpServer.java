package posthorn.http;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.json.JavalinJackson3;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.jetty.server.handler.GracefulHandler;
import posthorn.application.access.Authenticate;
import posthorn.application.access.CreateApiKey;
import posthorn.application.access.RecordChange;
import posthorn.application.access.RemoveApiKey;
import posthorn.application.alerts.ChangeAlertRule;
import posthorn.application.alerts.ChangeChannel;
import posthorn.application.alerts.ChannelWebhooks;
import posthorn.application.alerts.CreateChannel;
import posthorn.application.alerts.EffectiveRules;
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
import posthorn.application.policy.Policies;
import posthorn.application.port.AlertStores;
import posthorn.application.port.ApiKeys;
import posthorn.application.port.AuditLog;
import posthorn.application.port.BatchOperations;
import posthorn.application.port.ClockTrust;
import posthorn.application.port.DeadLetters;
import posthorn.application.port.Deliveries;
import posthorn.application.port.Destinations;
import posthorn.application.port.EventHistory;
import posthorn.application.port.EventTypes;
import posthorn.application.port.Ids;
import posthorn.application.port.InboundMessages;
import posthorn.application.port.InboundRoutes;
import posthorn.application.port.Sources;
import posthorn.application.port.Statistics;
import posthorn.application.port.Tenants;
import posthorn.application.port.Webhooks;
import posthorn.application.publish.PublishEvent;
import posthorn.application.quota.RequestQuota;
import posthorn.application.quota.TenantQuotas;
import posthorn.application.replay.CancelDelivery;
import posthorn.application.replay.ReplayDelivery;
import posthorn.application.replay.RetryNow;
import posthorn.application.retention.ReportStorage;
import posthorn.application.retention.Retentions;
import posthorn.application.tenants.ChangeTenant;
import posthorn.application.tenants.CreateTenant;
import posthorn.application.tenants.RemoveTenant;
import posthorn.application.webhooks.ChangeWebhook;
import posthorn.application.webhooks.ControlCircuit;
import posthorn.application.webhooks.CreateWebhook;
import posthorn.application.webhooks.DeleteWebhook;
import posthorn.application.webhooks.RotateSecret;
import posthorn.application.webhooks.TestWebhook;
import posthorn.domain.alert.MailDomains;
import posthorn.domain.net.TrustedProxies;
import posthorn.domain.net.UrlPolicy;

/** The server: listens from {@link #start} to {@link #close}. */
public final class HttpServer implements AutoCloseable {
  /**
   * For each answer a buffer of this size is made and thrown away. Most answers have a hundred
   * bytes; Javalin's own buffer was two thirds of all that publishing allocated.
   */
  private static final int COPY_BYTES = 4 * 1024;

  /** Two of the largest batches, so that one that comes slowly does not keep all others out. */
  public static final int LEAST_BODY_MEMORY = 2 * RequestBody.MAX_BATCH_BYTES;

  private final Settings settings;
  private final Api api = new Api();
  private final Javalin javalin;

  /**
   * Where to listen, how to stop, and what to tell about the rest of the server.
   *
   * @param port 0 for any that is free
   * @param stopTimeout for the requests that are being answered when the server closes
   * @param corsOrigins whose pages may use the API; none usually
   * @param maxInboundBytes of a message that a source sends
   * @param trustedProxies whose word is taken for where a request came from
   * @param bounds of what is finite
   */
  public record Settings(
      String host,
      int port,
      Duration stopTimeout,
      WebhookRules webhookRules,
      Set<String> corsOrigins,
      Duplicates duplicates,
      int maxInboundBytes,
      TrustedProxies trustedProxies,
      Bounds bounds) {}

  /**
   * How much there is of what is finite.
   *
   * @param bodyMemory bytes of bodies that may be in memory at once
   * @param connections that callers may have
   * @param connectionsPerAddress as many of them may come from one address; a trusted proxy's has
   *     no bound of its own
   */
  public record Bounds(long bodyMemory, int connections, int connectionsPerAddress) {}

  /** How an event is answered whose idempotency key was seen before. */
  public enum Duplicates {
    /** As a conflict that names the first event. */
    REJECT,
    /** As a success with the first event's id, as if it had been answered then. */
    RETURN
  }

  /** What the API can do. */
  public record UseCases(
      OfAccess access,
      OfWebhooks webhooks,
      OfEvents events,
      OfInbound inbound,
      OfDeadLetters deadLetters,
      OfDeliveries deliveries,
      ReportStorage reportStorage,
      OfStream stream,
      OfAlerts alerts,
      ClockTrust clockTrust) {

    /**
     * What can be watched.
     *
     * @param heartbeat how long there may be nothing on a stream
     * @param most how many streams there may be at a time
     * @param keptForOperators of those, how many no tenant gets
     * @param mostOfTenant how many with the keys of one tenant
     */
    public record OfStream(
        OperatorFeed feed, Duration heartbeat, int most, int keptForOperators, int mostOfTenant) {}

    /** What can be done with dead letters, many at once. */
    public record OfDeadLetters(
        DeadLetters letters,
        BatchOperations operations,
        StartBatchReplay startBatchReplay,
        ControlBatchReplay controlBatchReplay) {}

    /** What can be done with alerts. */
    public record OfAlerts(
        AlertStores stores,
        EffectiveRules rules,
        ChangeAlertRule changeRule,
        OfChannels channels) {}

    /** What can be done with notification channels. */
    public record OfChannels(
        ChannelWebhooks webhooks,
        CreateChannel createChannel,
        ChangeChannel changeChannel,
        RemoveChannel removeChannel,
        TestChannel testChannel,
        MailDomains mailDomains) {}

    /** What can be done with deliveries. */
    public record OfDeliveries(
        Deliveries deliveries,
        Statistics statistics,
        RetryNow retryNow,
        ReplayDelivery replayDelivery,
        CancelDelivery cancelDelivery) {}

    /** What can be done with webhooks that others send us. */
    public record OfInbound(OfSources sources, OfRoutes routes, OfMessages messages) {}

    /** What can be done with what they send. */
    public record OfMessages(
        ReceiveWebhook receiveWebhook,
        InboundMessages messages,
        RerouteMessage rerouteMessage,
        RerouteMessages rerouteMessages) {}

    /** What can be done with who sends them. */
    public record OfSources(
        Sources sources,
        CreateSource createSource,
        ChangeSource changeSource,
        RemoveSource removeSource,
        RotateSourceSecret rotateSecret) {}

    /** What can be done with where they go. */
    public record OfRoutes(
        InboundRoutes routes,
        AddRoute addRoute,
        ChangeRoute changeRoute,
        RemoveRoute removeRoute) {}

    /** What can be done with events. */
    public record OfEvents(
        PublishEvent publishEvent,
        TenantQuotas quotas,
        EventHistory history,
        EventTypes types,
        RegisterEventType registerType,
        RemoveEventType removeType) {}

    /** Who is let in, how often, and where it is written down what they did. */
    public record OfAccess(
        Authenticate authenticate,
        RequestQuota requestQuota,
        RecordChange recordChange,
        AuditLog auditLog,
        OfTenants tenants,
        OfKeys keys) {}

    /** What can be done with tenants. */
    public record OfTenants(
        Tenants tenants,
        Retentions retentions,
        CreateTenant createTenant,
        ChangeTenant changeTenant,
        RemoveTenant removeTenant) {}

    /** What can be done with keys. */
    public record OfKeys(ApiKeys keys, CreateApiKey createApiKey, RemoveApiKey removeApiKey) {}

    /** What can be done with webhooks. */
    public record OfWebhooks(
        Webhooks webhooks,
        CreateWebhook createWebhook,
        ChangeWebhook changeWebhook,
        DeleteWebhook deleteWebhook,
        RotateSecret rotateSecret,
        TestWebhook testWebhook,
        ControlCircuit controlCircuit) {}
  }

  /**
   * What holds for webhooks here.
   *
   * @param policies what holds for each, whoever says so
   * @param longestTimeout that a webhook or a tenant may ask for
   */
  public record WebhookRules(
      UrlPolicy urls, Destinations destinations, Policies policies, Duration longestTimeout) {}

  /**
   * What the server knows of the process it runs in.
   *
   * @param health whether the process is able to do its work, for {@code /readyz}
   */
  public record Surroundings(
      InstantSource clock, Ids ids, String version, Supplier<Health> health) {}

  public HttpServer(Settings settings, UseCases useCases, Surroundings surroundings) {
    this.settings = settings;
    this.javalin = Javalin.create(config -> configure(config, useCases, surroundings));
  }

  private void configure(JavalinConfig config, UseCases useCases, Surroundings surroundings) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.jetty.threadPool = new HttpThreads();
    config.http.prefer405over404 = true;
    config.http.responseBufferSize = COPY_BYTES;
    config.jsonMapper(new JavalinJackson3(Json.MAPPER, true));
    config.jetty.modifyServer(server -> {
      server.setStopTimeout(settings.stopTimeout().toMillis());
      // Without it, Jetty closes connections whose requests are still being answered. It takes the
      // place of a handler of Javalin's that counts, for every request, what nobody asks for.
      server.setHandler(new GracefulHandler(new Doorway()));
      server.setErrorHandler(new JettyProblems());
    });
    config.jetty.addConnector((server, http) -> Listener.of(server, http, settings));
    config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));

    config.appData(
        BodyIntake.KEY,
        new BodyIntake(
            settings.bounds().bodyMemory(),
            Math.max(RequestBody.MAX_BATCH_BYTES, settings.maxInboundBytes()),
            surroundings.clock()));
    new RequestIds(surroundings.ids(), surroundings.clock()).register(config.routes);
    new CrossOrigin(settings.corsOrigins()).register(config.routes);
    ProblemMapper.register(config.routes);
    config.router.javaLangErrorHandler(ProblemMapper::error);
    List<Routes> parts = parts(useCases, surroundings);
    parts.forEach(part -> part.addTo(api));
    config.events.serverStopping(() -> {
      for (Routes part : parts) {
        part.stopping();
      }
    });
    UseCases.OfAccess access = useCases.access();
    var addresses = new ClientAddresses(settings.trustedProxies());
    api.register(
        config.routes,
        new Access(
            access.authenticate(),
            access.requestQuota(),
            access.tenants().tenants(),
            addresses,
            surroundings.clock()),
        new AuditTrail(access.recordChange(), addresses, surroundings.clock()));
  }

  /** The table of routes. */
  List<Api.Route> routes() {
    return api.routes();
  }

  /** What the API consists of; a new part is added here. */
  private List<Routes> parts(UseCases useCases, Surroundings surroundings) {
    InstantSource clock = surroundings.clock();
    WebhookRules rules = settings.webhookRules();
    MailDomains mailDomains = useCases.alerts().channels().mailDomains();
    var reader = new WebhookFields(rules, mailDomains);
    var answers = new WebhookAnswers(rules.policies(), useCases.deliveries().statistics(), clock);
    var tests = new TestPlaces();
    return List.of(
        new HealthRoutes(surroundings.health()),
        new WelcomeRoutes(surroundings.version()),
        new DocumentRoutes(surroundings.version()),
        new WebhookRoutes(useCases.webhooks(), reader, answers, tests, clock),
        new WebhookActionRoutes(useCases.webhooks(), answers, tests, clock),
        new WebhookKeyRoutes(useCases.webhooks().webhooks(), rules.policies(), clock),
        // Before the last, which would take their names for ids.
        new TenantDeliveryRoutes(
            useCases.deliveries(),
            useCases.webhooks().webhooks(),
            useCases.events().history(),
            clock),
        new TenantStatisticsRoutes(
            useCases.deliveries().statistics(), useCases.webhooks().webhooks(), clock),
        new TenantWebhookRoutes(useCases.webhooks(), reader, rules.policies(), clock),
        new TenantRoutes(useCases.access().tenants(), new DefaultsFields(rules), clock),
        new StorageRoutes(useCases.reportStorage()),
        new ClockRoutes(useCases.clockTrust(), clock),
        new ApiKeyRoutes(useCases.access().keys(), clock),
        new StreamRoutes(useCases.stream(), useCases.access().keys().keys(), clock),
        new AuditRoutes(useCases.access().auditLog()),
        new AlertRoutes(useCases.alerts().stores().alerts(), useCases.webhooks().webhooks()),
        new AlertRuleRoutes(useCases.alerts()),
        new ChannelRoutes(
            useCases.alerts(),
            new ChannelFields(new UrlField(rules), mailDomains),
            new ChannelAnswers(useCases.alerts(), useCases.deliveries(), clock),
            tests,
            clock),
        new EventRoutes(
            useCases.events().publishEvent(),
            useCases.events().quotas(),
            settings.duplicates(),
            clock),
        new GatewayRoutes(
            useCases.inbound().messages().receiveWebhook(),
            settings.maxInboundBytes(),
            new ClientAddresses(settings.trustedProxies()),
            clock),
        new InboundHistoryRoutes(useCases.inbound().messages(), clock),
        new EventHistoryRoutes(useCases.events().history(), useCases.webhooks().webhooks()),
        new EventTypeRoutes(useCases.events(), clock),
        new SourceRoutes(useCases.inbound().sources(), clock),
        new InboundRouteRoutes(
            useCases.inbound().routes(), useCases.inbound().sources().sources(), clock),
        new DeliveryListRoutes(useCases.deliveries().deliveries(), useCases.webhooks().webhooks()),
        new DeliveryRoutes(
            useCases.deliveries(), useCases.webhooks().webhooks(), rules.policies(), clock),
        new DeadLetterRoutes(useCases.deadLetters().letters(), useCases.webhooks().webhooks()),
        new BatchReplayRoutes(useCases.deadLetters(), useCases.webhooks().webhooks(), clock),
        new StatisticsRoutes(
            useCases.deliveries().statistics(),
            useCases.deadLetters().letters(),
            useCases.webhooks(),
            clock));
  }

  /** Listens; returns the port, also where any free one was asked for. */
  public int start() {
    return javalin.start(settings.host(), settings.port()).port();
  }

  /** Lets the requests that are being answered finish, within the stop timeout. */
  @Override
  public void close() {
    javalin.stop();
  }
}
