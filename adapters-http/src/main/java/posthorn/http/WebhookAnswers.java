package posthorn.http;

import io.javalin.http.Context;
import posthorn.application.policy.Policies;
import posthorn.application.port.Webhooks;
import posthorn.domain.access.Permission;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/** Finds the webhook that a request is about, and shows one in the answer. */
final class WebhookAnswers {
  static final String KIND = "webhook";

  private final Policies policies;

  WebhookAnswers(Policies policies) {
    this.policies = policies;
  }

  /** Whoever may only look does not see what may be a secret. */
  WebhookView viewOf(Context context, Webhook webhook) {
    boolean trusted = Access.callerOf(context).key().role().may(Permission.MANAGE);
    return WebhookView.of(webhook, policies.of(webhook), new WebhookView.Shown(false, trusted));
  }

  void show(Context context, Webhook webhook) {
    EntityTags.set(context, webhook.version());
    context.json(viewOf(context, webhook));
  }

  /** This once: nobody is shown the secret again. */
  void showWithSecret(Context context, Webhook webhook) {
    EntityTags.set(context, webhook.version());
    context.json(WebhookView.of(webhook, policies.of(webhook), new WebhookView.Shown(true, true)));
  }

  static Webhook find(Webhooks webhooks, Context context) {
    return webhooks
        .find(idOf(context))
        .filter(webhook -> webhook.tenant().equals(Access.tenantOf(context)))
        .orElseThrow(() -> new ProblemException(Problem.notFound(KIND)));
  }

  static WebhookId idOf(Context context) {
    return PathIds.of(context, "id", WebhookId.PREFIX, KIND, WebhookId::new);
  }
}
