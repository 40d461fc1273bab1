package posthorn.http;

import static posthorn.http.RouteText.answering;

import io.javalin.http.Context;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import posthorn.application.policy.Policies;
import posthorn.application.port.Webhooks;
import posthorn.domain.webhook.WebhookId;

/**
 * {@code /.well-known/webhook-keys/{webhook_id}}: what receivers verify with, for anybody. There
 * are keys or there is nothing; whether there is such a webhook is not told.
 */
final class WebhookKeyRoutes implements Routes {
  private static final String KIND = "public key";

  /** Short beside the overlap of a rotation, so that nobody misses the next key. */
  private static final Duration FRESH = Duration.ofMinutes(5);

  private final Webhooks webhooks;
  private final Policies policies;
  private final InstantSource clock;

  WebhookKeyRoutes(Webhooks webhooks, Policies policies, InstantSource clock) {
    this.webhooks = webhooks;
    this.policies = policies;
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.open("/.well-known/webhook-keys/{webhook_id}", this::keys)
        .as(
            answering(
                "The public keys of a webhook that signs with Ed25519",
                200,
                WebhookKeysView.class));
  }

  private void keys(Context context) {
    WebhookId id = PathIds.of(context, "webhook_id", WebhookId.PREFIX, KIND, WebhookId::new);
    List<String> keys =
        webhooks
            .find(id)
            .map(webhook -> webhook.publicKeys(policies.of(webhook).signatures(), clock.instant()))
            .filter(found -> !found.isEmpty())
            .orElseThrow(() -> new ProblemException(Problem.notFound(KIND)));
    context.header("Cache-Control", "public, max-age=" + FRESH.toSeconds());
    context.json(WebhookKeysView.of(keys));
  }
}
