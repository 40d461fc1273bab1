package posthorn.http;

import io.javalin.http.Context;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import posthorn.application.policy.Policies;
import posthorn.application.port.Statistics;
import posthorn.application.port.Webhooks;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/** Finds the webhook that a request is about, and shows one in the answer. */
final class WebhookAnswers {
  static final String KIND = "webhook";

  private final Policies policies;
  private final Statistics statistics;
  private final InstantSource clock;

  WebhookAnswers(Policies policies, Statistics statistics, InstantSource clock) {
    this.policies = policies;
    this.statistics = statistics;
    this.clock = clock;
  }

  /** One of many. */
  WebhookView viewOf(Context context, Webhook webhook) {
    return WebhookView.of(webhook, policies, shown(context, null));
  }

  void show(Context context, Webhook webhook) {
    EntityTags.set(context, EntityTags.ofVersion(webhook.version()));
    context.json(WebhookView.of(webhook, policies, shown(context, lastSuccessOf(webhook))));
  }

  /** Whoever may only look does not see what may be a secret. */
  private static WebhookView.Shown shown(Context context, @Nullable Instant lastSuccessAt) {
    return new WebhookView.Shown(false, UrlSight.isWhole(context), lastSuccessAt);
  }

  /** For {@link AuditTrail}. */
  WebhookView audited(Webhook webhook) {
    return WebhookView.audited(webhook, policies);
  }

  private @Nullable Instant lastSuccessOf(Webhook webhook) {
    Instant end = clock.instant().plusMillis(1);
    return statistics
        .total(new Statistics.Range(webhook.tenant(), webhook.id(), Instant.EPOCH, end))
        .lastSuccessAt();
  }

  /** This once: nobody is shown the secret again. */
  void showWithSecret(Context context, Webhook webhook) {
    EntityTags.set(context, EntityTags.ofVersion(webhook.version()));
    context.json(WebhookView.of(webhook, policies, new WebhookView.Shown(true, true, null)));
  }

  static Webhook find(Webhooks webhooks, Context context) {
    return webhooks
        .find(Access.tenantOf(context), idOf(context))
        .orElseThrow(() -> new ProblemException(Problem.notFound(KIND)));
  }

  static WebhookId idOf(Context context) {
    return PathIds.of(context, "id", WebhookId.PREFIX, KIND, WebhookId::new);
  }
}
