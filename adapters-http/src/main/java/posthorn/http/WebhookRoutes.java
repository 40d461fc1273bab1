package posthorn.http;

import static posthorn.domain.access.Permission.MANAGE;
import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.answering;
import static posthorn.http.RouteText.listing;
import static posthorn.http.RouteText.silent;

import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Webhooks;
import posthorn.application.webhooks.ChangeWebhook;
import posthorn.application.webhooks.CreateWebhook;
import posthorn.application.webhooks.DeleteWebhook;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.event.EventType;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookSettings;
import posthorn.domain.webhook.WebhookStatus;

/** {@code /v1/webhooks}: making, seeing, changing and removing them. */
final class WebhookRoutes implements Routes {
  private static final String PATH = "/v1/webhooks";
  private static final String ONE = PATH + "/{id}";
  private static final String VERIFY = "verify_url";

  private final Webhooks webhooks;
  private final CreateWebhook createWebhook;
  private final ChangeWebhook changeWebhook;
  private final DeleteWebhook deleteWebhook;
  private final WebhookFields reader;
  private final WebhookAnswers answers;
  private final TestPlaces tests;
  private final InstantSource clock;

  WebhookRoutes(
      HttpServer.UseCases.OfWebhooks useCases,
      WebhookFields reader,
      WebhookAnswers answers,
      TestPlaces tests,
      InstantSource clock) {
    this.webhooks = useCases.webhooks();
    this.createWebhook = useCases.createWebhook();
    this.changeWebhook = useCases.changeWebhook();
    this.deleteWebhook = useCases.deleteWebhook();
    this.reader = reader;
    this.answers = answers;
    this.tests = tests;
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.post(PATH, MANAGE, this::create)
        .as(answering("Registers a webhook", 201, WebhookView.class).taking("WebhookRequest"));
    api.get(PATH, READ, this::list)
        .takes("limit", "cursor", "active")
        .takes(
            Parameter.text(
                "event_type",
                "Those that want events of this type",
                EventType.MAX_LENGTH,
                "user.created"))
        .as(listing("Lists the webhooks, oldest first", WebhookView.class));
    api.get(ONE, READ, context -> answers.show(context, find(context)))
        .as(answering("Shows a webhook", 200, WebhookView.class));
    RouteText changing =
        answering("Changes what is mentioned; null is the default", 200, WebhookView.class)
            .taking("WebhookChange");
    api.put(ONE, MANAGE, this::change).as(changing);
    api.patch(ONE, MANAGE, this::change).as(changing);
    api.delete(ONE, MANAGE, this::delete)
        .as(silent("Removes a webhook, and with it its deliveries"));
  }

  private void create(Context context) {
    RequestFields fields = read(context);
    TenantId tenant = Access.tenantOf(context, fields);
    SigningSecret secret = secretOf(fields);
    boolean active = fields.flag("active").orElse(true);
    boolean verify = fields.flag(VERIFY).orElse(false);
    WebhookSettings settings = reader.of(fields, tenant, secret);

    ApiKeyId key = Access.callerOf(context).key().id();
    var command = new CreateWebhook.Command(tenant, settings, secret, key, active, verify);
    switch (create(command)) {
      case CreateWebhook.Result.Created(Webhook webhook) -> {
        context.status(201).header("Location", PATH + "/" + webhook.id());
        AuditTrail.created(context, answers.audited(webhook));
        answers.showWithSecret(context, webhook);
      }
      case CreateWebhook.Result.NotVerified(String reason) -> refuse(fields, reason);
      case CreateWebhook.Result.QuotaExceeded(int limit) ->
          throw new ProblemException(Problem.quotaExceeded(Quotas.MAX_WEBHOOKS, limit));
    }
  }

  private CreateWebhook.Result create(CreateWebhook.Command command) {
    if (!command.verify()) {
      return createWebhook.create(command, clock.instant());
    }
    try (TestPlaces.Place _ = tests.take(command.tenant())) {
      return createWebhook.create(command, clock.instant());
    }
  }

  private void list(Context context) {
    var parameters = new QueryParameters(context);
    int limit = parameters.limit();
    String after =
        parameters.id("cursor", WebhookId.PREFIX, WebhookId::new).map(WebhookId::value).orElse("");
    Optional<Boolean> active = parameters.flag("active");
    Optional<EventType> type =
        parameters.valid("event_type", EventType::isValid, EventType.RULE).map(EventType::new);
    parameters.check();

    List<Webhook> found =
        webhooks.of(Access.tenantOf(context)).stream()
            .filter(webhook -> webhook.id().value().compareTo(after) > 0)
            .filter(webhook -> active.isEmpty() || isActive(webhook) == active.get())
            .filter(webhook -> type.isEmpty() || webhook.wants(type.get()))
            .limit(limit + 1L)
            .toList();
    context.json(
        PageView.of(
            found, limit, each -> answers.viewOf(context, each), last -> last.id().value()));
  }

  private static boolean isActive(Webhook webhook) {
    return webhook.status() != WebhookStatus.INACTIVE;
  }

  private void change(Context context) {
    Webhook seen = find(context);
    EntityTags.requireMatch(context, EntityTags.ofVersion(seen.version()));
    RequestFields fields = read(context);
    WebhookStatus status =
        fields.flag("active").map(active -> statusOf(seen, active)).orElse(seen.status());
    boolean verify = fields.flag(VERIFY).orElse(false);
    WebhookSettings settings = reader.changed(fields, seen);

    var command = new ChangeWebhook.Command(seen, settings, status, verify);
    switch (change(command)) {
      case ChangeWebhook.Result.Changed(Webhook webhook) -> {
        AuditTrail.changed(context, answers.audited(seen), answers.audited(webhook));
        answers.show(context, webhook);
      }
      case ChangeWebhook.Result.Outdated() -> throw new ProblemException(Problem.outdated());
      case ChangeWebhook.Result.NotVerified(String reason) -> refuse(fields, reason);
    }
  }

  private ChangeWebhook.Result change(ChangeWebhook.Command command) {
    if (!command.verify()) {
      return changeWebhook.change(command, clock.instant());
    }
    try (TestPlaces.Place _ = tests.take(command.seen().tenant())) {
      return changeWebhook.change(command, clock.instant());
    }
  }

  /** One that is paused is active, as far as this goes: it gets its deliveries, only later. */
  static WebhookStatus statusOf(Webhook seen, boolean active) {
    if (active) {
      return isActive(seen) ? seen.status() : WebhookStatus.ACTIVE;
    }
    return WebhookStatus.INACTIVE;
  }

  private void delete(Context context) {
    Webhook seen = find(context);
    EntityTags.requireMatch(context, EntityTags.ofVersion(seen.version()));
    if (!deleteWebhook.delete(seen.tenant(), seen.id(), clock.instant())) {
      throw new ProblemException(Problem.notFound(WebhookAnswers.KIND));
    }
    AuditTrail.removed(context, answers.audited(seen));
    context.status(204);
  }

  private Webhook find(Context context) {
    return WebhookAnswers.find(webhooks, context);
  }

  private static RequestFields read(Context context) {
    byte[] body = RequestBody.read(context, RequestBody.MAX_BYTES);
    return RequestFields.of(RawReader.fieldsOf(body, WebhookFields.DEPTH));
  }

  private static void refuse(RequestFields fields, String reason) {
    fields.reject("url", reason);
    fields.check();
  }

  static @Nullable SigningSecret secretOf(RequestFields fields) {
    return fields
        .text("secret", SigningSecret::isValid, SigningSecret.RULE)
        .map(SigningSecret::new)
        .orElse(null);
  }
}
