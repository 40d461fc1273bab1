package posthorn.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.webhooks.CreateWebhook;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.webhook.Webhook;

/** {@code /v1/webhooks}. */
final class WebhookRoutes {
  private final CreateWebhook createWebhook;
  private final InstantSource clock;

  WebhookRoutes(CreateWebhook createWebhook, InstantSource clock) {
    this.createWebhook = createWebhook;
    this.clock = clock;
  }

  void register(RoutesConfig routes) {
    routes.post("/v1/webhooks", this::create);
  }

  private void create(Context context) {
    RequestFields fields = RequestFields.of(RequestBody.read(context));
    // Longer URLs than are allowed are let through to here, so that the rule's own words refuse
    // them.
    String url = fields.requiredText("url", 2 * WebhookUrl.MAX_LENGTH).orElse("");
    List<EventTypePattern> events = eventsOf(fields);
    String name = fields.text("name", Webhook.MAX_NAME_LENGTH).orElse(null);
    SigningSecret secret = secretOf(fields);
    SignaturePlan signatures = SignatureFields.planOf(fields, secret);
    fields.check();

    var command =
        new CreateWebhook.Command(Access.tenantOf(context), url, events, name, secret, signatures);
    switch (createWebhook.create(command, clock.instant())) {
      case CreateWebhook.Result.Created(Webhook webhook) ->
          context
              .status(201)
              .header("Location", "/v1/webhooks/" + webhook.id())
              .json(WebhookView.withSecret(webhook));
      case CreateWebhook.Result.UrlRefused(String reason) -> {
        fields.reject("url", reason);
        fields.check();
      }
    }
  }

  private static List<EventTypePattern> eventsOf(RequestFields fields) {
    fields.require("events");
    var patterns = new ArrayList<EventTypePattern>();
    for (var element : fields.elements("events", Webhook.MAX_EVENTS)) {
      Optional<String> text = fields.textOf("events", element, EventType.MAX_LENGTH);
      if (text.isPresent() && !EventTypePattern.isValid(text.get())) {
        fields.reject("events", EventTypePattern.RULE + ", not '" + text.get() + "'");
      } else {
        text.map(EventTypePattern::new).ifPresent(patterns::add);
      }
    }
    if (fields.has("events") && patterns.isEmpty()) {
      fields.reject("events", "must name at least one event type");
    }
    return patterns;
  }

  private static @Nullable SigningSecret secretOf(RequestFields fields) {
    Optional<String> text = fields.text("secret", SigningSecret.MAX_LENGTH);
    if (text.isPresent() && !SigningSecret.isValid(text.get())) {
      fields.reject("secret", SigningSecret.RULE);
      return null;
    }
    return text.map(SigningSecret::new).orElse(null);
  }
}
