package posthorn.http;

import static posthorn.domain.access.Permission.MANAGE;
import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.answering;
import static posthorn.http.RouteText.silent;

import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.List;
import posthorn.application.policy.Policies;
import posthorn.application.webhooks.ChangeWebhook;
import posthorn.application.webhooks.CreateWebhook;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.event.PayloadFormat;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.RetrySettings;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Sending;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookSettings;
import posthorn.domain.webhook.WebhookStatus;

/**
 * {@code /api/webhooks}: the same webhooks in the words of an older API. Those made here are signed
 * with {@code sha256=…}, get the payload in the tenant's form, and are retried as that API did.
 */
final class TenantWebhookRoutes implements Routes {
  private static final String PATH = "/api/webhooks";
  private static final String ONE = PATH + "/{id}";
  private static final String ENABLED = "enabled";
  private static final SignaturePlan PLAN =
      new SignaturePlan(List.of(new SignatureScheme.Sha256(SignatureScheme.DEFAULT_HEADER)));

  private final HttpServer.UseCases.OfWebhooks useCases;
  private final WebhookFields reader;
  private final Policies policies;
  private final InstantSource clock;

  TenantWebhookRoutes(
      HttpServer.UseCases.OfWebhooks useCases,
      WebhookFields reader,
      Policies policies,
      InstantSource clock) {
    this.useCases = useCases;
    this.reader = reader;
    this.policies = policies;
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.post(PATH, MANAGE, this::create)
        .as(
            answering("Registers a webhook", 201, TenantWebhookView.class)
                .taking("TenantWebhookRequest"));
    api.get(PATH, READ, this::list)
        .as(answering("All webhooks, as an array", 200, TenantWebhookView[].class));
    api.get(ONE, READ, context -> show(context, find(context)))
        .as(answering("Shows a webhook", 200, TenantWebhookView.class));
    RouteText changing =
        answering("Changes what is mentioned", 200, TenantWebhookView.class)
            .taking("TenantWebhookChange");
    api.put(ONE, MANAGE, this::change).as(changing);
    api.patch(ONE, MANAGE, this::change).as(changing);
    api.delete(ONE, MANAGE, this::delete).as(silent("Removes a webhook and its deliveries"));
  }

  private void create(Context context) {
    RequestFields fields = RequestBody.fields(context, WebhookFields.DEPTH);
    TenantId tenant = Access.tenantOf(context, fields);
    SigningSecret secret = WebhookRoutes.secretOf(fields);
    boolean enabled = fields.flag(ENABLED).orElse(true);
    var retry = RetrySettings.of(RetryPreset.TENANT);
    var sending =
        new Sending(
            retry, PayloadFormat.TENANT, Sending.DEFAULT.headers(), Sending.DEFAULT.filter());
    fields.require("name");
    WebhookSettings settings = reader.of(fields, tenant, secret, PLAN, sending);

    ApiKeyId key = Access.callerOf(context).key().id();
    var command = new CreateWebhook.Command(tenant, settings, secret, key, enabled, false);
    switch (useCases.createWebhook().create(command, clock.instant())) {
      case CreateWebhook.Result.Created(Webhook webhook) -> {
        context.status(201).header("Location", PATH + "/" + webhook.id());
        AuditTrail.created(context, audited(webhook));
        context.json(viewOf(context, webhook, true));
      }
      case CreateWebhook.Result.QuotaExceeded(int limit) ->
          throw new ProblemException(Problem.quotaExceeded(Quotas.MAX_WEBHOOKS, limit));
      case CreateWebhook.Result.NotVerified(String reason) -> {
        fields.reject("url", reason);
        fields.check();
      }
    }
  }

  private void list(Context context) {
    context.json(
        useCases.webhooks().of(Access.tenantOf(context)).stream()
            .map(webhook -> viewOf(context, webhook, false))
            .toList());
  }

  private void change(Context context) {
    Webhook seen = find(context);
    RequestFields fields = RequestBody.fields(context, WebhookFields.DEPTH);
    WebhookStatus status =
        fields
            .flag(ENABLED)
            .map(enabled -> WebhookRoutes.statusOf(seen, enabled))
            .orElse(seen.status());
    WebhookSettings settings = reader.changed(fields, seen);

    var command = new ChangeWebhook.Command(seen, settings, status, false);
    if (useCases.changeWebhook().change(command, clock.instant())
        instanceof ChangeWebhook.Result.Changed(Webhook webhook)) {
      AuditTrail.changed(context, audited(seen), audited(webhook));
      show(context, webhook);
      return;
    }
    throw new ProblemException(Problem.outdated());
  }

  private void delete(Context context) {
    Webhook seen = find(context);
    if (!useCases.deleteWebhook().delete(seen.tenant(), seen.id(), clock.instant())) {
      throw new ProblemException(Problem.notFound(WebhookAnswers.KIND));
    }
    AuditTrail.removed(context, audited(seen));
    context.status(204);
  }

  private void show(Context context, Webhook webhook) {
    context.json(viewOf(context, webhook, false));
  }

  /** In the words of the present API, which has them all. */
  private WebhookView audited(Webhook webhook) {
    return WebhookView.audited(webhook, policies);
  }

  private TenantWebhookView viewOf(Context context, Webhook webhook, boolean withSecret) {
    return TenantWebhookView.of(
        webhook, policies.of(webhook).retry(), withSecret, UrlSight.isWhole(context));
  }

  private Webhook find(Context context) {
    return WebhookAnswers.find(useCases.webhooks(), context);
  }
}
