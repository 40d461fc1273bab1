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
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.Webhook;

/** {@code /v1/webhooks}. */
final class WebhookRoutes {
  /** The webhook's fields, their elements, and theirs. */
  private static final int DEPTH = 3;

  private final CreateWebhook createWebhook;
  private final int defaultMaxInFlight;
  private final InstantSource clock;

  WebhookRoutes(CreateWebhook createWebhook, int defaultMaxInFlight, InstantSource clock) {
    this.createWebhook = createWebhook;
    this.defaultMaxInFlight = defaultMaxInFlight;
    this.clock = clock;
  }

  void register(RoutesConfig routes) {
    routes.post("/v1/webhooks", this::create);
  }

  private void create(Context context) {
    byte[] body = RequestBody.read(context, RequestBody.MAX_BYTES);
    RequestFields fields = RequestFields.of(RawReader.fieldsOf(body, DEPTH));
    // Longer URLs than are allowed are let through to here, so that the rule's own words refuse
    // them.
    String url = fields.requiredText("url", 2 * WebhookUrl.MAX_LENGTH).orElse("");
    List<EventTypePattern> events = eventsOf(fields);
    String name = fields.text("name", Webhook.MAX_NAME_LENGTH).orElse(null);
    SigningSecret secret = secretOf(fields);
    SignaturePlan signatures = SignatureFields.planOf(fields, secret);
    boolean active = fields.flag("active").orElse(true);
    Flow flow = FlowFields.flowOf(fields);
    fields.check();

    var command =
        new CreateWebhook.Command(
            Access.tenantOf(context), url, events, name, secret, signatures, active, flow);
    switch (createWebhook.create(command, clock.instant())) {
      case CreateWebhook.Result.Created(Webhook webhook) ->
          context
              .status(201)
              .header("Location", "/v1/webhooks/" + webhook.id())
              .json(WebhookView.withSecret(webhook, defaultMaxInFlight));
      case CreateWebhook.Result.UrlRefused(String reason) -> {
        fields.reject("url", reason);
        fields.check();
      }
    }
  }

  private static List<EventTypePattern> eventsOf(RequestFields fields) {
    fields.require("events");
    var patterns = new ArrayList<EventTypePattern>();
    for (var element : fields.elements("events", 1, Webhook.MAX_EVENTS)) {
      Optional<String> text = fields.textOf("events", element, EventType.MAX_LENGTH);
      if (text.isPresent() && !EventTypePattern.isValid(text.get())) {
        fields.reject("events", EventTypePattern.RULE + ", not '" + text.get() + "'");
      } else {
        text.map(EventTypePattern::new).ifPresent(patterns::add);
      }
    }
    return patterns;
  }

  private static @Nullable SigningSecret secretOf(RequestFields fields) {
    return fields
        .text("secret", SigningSecret::isValid, SigningSecret.RULE)
        .map(SigningSecret::new)
        .orElse(null);
  }
}
