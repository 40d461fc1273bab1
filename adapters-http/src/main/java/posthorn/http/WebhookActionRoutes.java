package posthorn.http;

import static posthorn.domain.access.Permission.MANAGE;
import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.answering;

import io.javalin.http.Context;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import posthorn.application.port.Webhooks;
import posthorn.application.webhooks.ChangeWebhook;
import posthorn.application.webhooks.ControlCircuit;
import posthorn.application.webhooks.ControlCircuit.Action;
import posthorn.application.webhooks.RotateSecret;
import posthorn.application.webhooks.TestWebhook;
import posthorn.domain.circuit.CircuitHealth;
import posthorn.domain.event.EventType;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookStatus;

/** {@code /v1/webhooks/{id}/…}: what a person does with a webhook. */
final class WebhookActionRoutes implements Routes {
  private static final String ONE = "/v1/webhooks/{id}";
  private static final String OVERLAP = "overlap_seconds";
  private static final String DURATION = "duration_seconds";
  private static final String ACTION = "action";
  private static final long LONGEST_FORCE = Duration.ofDays(30).toSeconds();

  private final Webhooks webhooks;
  private final ChangeWebhook changeWebhook;
  private final RotateSecret rotateSecret;
  private final TestWebhook testWebhook;
  private final ControlCircuit controlCircuit;
  private final WebhookAnswers answers;
  private final TestPlaces tests;
  private final InstantSource clock;

  WebhookActionRoutes(
      HttpServer.UseCases.OfWebhooks useCases,
      WebhookAnswers answers,
      TestPlaces tests,
      InstantSource clock) {
    this.webhooks = useCases.webhooks();
    this.changeWebhook = useCases.changeWebhook();
    this.rotateSecret = useCases.rotateSecret();
    this.testWebhook = useCases.testWebhook();
    this.controlCircuit = useCases.controlCircuit();
    this.answers = answers;
    this.tests = tests;
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.post(ONE + "/rotate-secret", MANAGE, this::rotate)
        .as(
            answering(
                    "Gives it another secret, which is shown only this once",
                    200,
                    WebhookView.class)
                .taking("RotateSecretRequest"));
    api.post(ONE + "/test", MANAGE, this::test)
        .as(
            answering("Sends a signed example, and tells what came of it", 200, AttemptView.class)
                .taking("TestRequest"));
    api.post(ONE + "/pause", MANAGE, context -> switchTo(WebhookStatus.PAUSED, context))
        .as(answering("Has its deliveries wait", 200, WebhookView.class));
    api.post(ONE + "/resume", MANAGE, context -> switchTo(WebhookStatus.ACTIVE, context))
        .as(answering("Has its deliveries leave again", 200, WebhookView.class));
    api.get(ONE + "/circuit-breaker", READ, this::circuit)
        .as(answering("Shows its circuit", 200, CircuitStateView.class));
    api.patch(ONE + "/circuit-breaker", MANAGE, this::control)
        .as(
            answering("Opens, closes or resets its circuit", 200, CircuitStateView.class)
                .taking("CircuitAction"));
  }

  private void rotate(Context context) {
    RequestFields fields = RequestBody.optionalFields(context);
    SigningSecret next = WebhookRoutes.secretOf(fields);
    Duration overlap = overlapOf(fields).orElse(RotatingSecret.DEFAULT_OVERLAP);
    fields.check();

    Webhook seen = WebhookAnswers.find(webhooks, context);
    var result = rotateSecret.rotate(seen.tenant(), seen.id(), next, overlap, clock.instant());
    switch (result) {
      case RotateSecret.Result.Rotated(Webhook webhook) -> {
        AuditTrail.changed(context, answers.audited(seen), answers.audited(webhook));
        answers.showWithSecret(context, webhook);
      }
      case RotateSecret.Result.Refused(String reason) -> {
        fields.reject("secret", reason);
        fields.check();
      }
      case RotateSecret.Result.NotFound() -> throw notFound();
    }
  }

  private void test(Context context) {
    RequestFields fields = RequestBody.optionalFields(context);
    EventType type =
        fields
            .text("event_type", EventType::isValid, EventType.RULE)
            .map(EventType::new)
            .orElse(null);
    fields.check();
    TenantId tenant = Access.tenantOf(context);
    try (TestPlaces.Place _ = tests.take(tenant)) {
      TestWebhook.Tested tested =
          testWebhook
              .test(tenant, WebhookAnswers.idOf(context), type, clock.instant())
              .orElseThrow(WebhookActionRoutes::notFound);
      context.json(AttemptView.of(tested.attempt(), tested.delivery(), UrlSight.WHOLE));
    }
  }

  private void switchTo(WebhookStatus status, Context context) {
    RequestBody.optionalFields(context).check();
    while (true) {
      Webhook seen = WebhookAnswers.find(webhooks, context);
      if (seen.status() == status) {
        AuditTrail.changed(context, answers.audited(seen), answers.audited(seen));
        answers.show(context, seen);
        return;
      }
      if (seen.status() == WebhookStatus.INACTIVE && status == WebhookStatus.PAUSED) {
        throw new ProblemException(
            Problem.of(
                409,
                "not_active",
                "The webhook is not active",
                "its deliveries are cancelled, so there is nothing to pause"));
      }
      var command = new ChangeWebhook.Command(seen, seen.settings(), status, false);
      // Should somebody have changed something else of it meanwhile, again.
      if (changeWebhook.change(command, clock.instant())
          instanceof ChangeWebhook.Result.Changed(Webhook webhook)) {
        AuditTrail.changed(context, answers.audited(seen), answers.audited(webhook));
        answers.show(context, webhook);
        return;
      }
    }
  }

  private void circuit(Context context) {
    WebhookId id = WebhookAnswers.idOf(context);
    context.json(viewOf(id, controlCircuit.see(Access.tenantOf(context), id, clock.instant())));
  }

  private void control(Context context) {
    RequestFields fields = RequestBody.fields(context, 1);
    fields.require(ACTION);
    Optional<Action> action =
        fields.named(ACTION, WebhookActionRoutes::actionNamed, WebhookActionRoutes::actions);
    Optional<Duration> duration = seconds(fields, DURATION, 1, LONGEST_FORCE);
    fields.check();

    WebhookId id = WebhookAnswers.idOf(context);
    TenantId tenant = Access.tenantOf(context);
    CircuitStateView before = viewOf(id, controlCircuit.see(tenant, id, clock.instant()));
    CircuitStateView after =
        viewOf(
            id,
            controlCircuit.act(
                tenant, id, action.orElseThrow(), duration.orElse(null), clock.instant()));
    AuditTrail.changed(context, before, after);
    context.json(after);
  }

  private static CircuitStateView viewOf(WebhookId id, Optional<CircuitHealth> health) {
    return CircuitStateView.of(id, health.orElseThrow(WebhookActionRoutes::notFound));
  }

  /** How long earlier secrets still count, where that is said. */
  static Optional<Duration> overlapOf(RequestFields fields) {
    return seconds(fields, OVERLAP, 0, RotatingSecret.MAX_OVERLAP.toSeconds());
  }

  private static Optional<Duration> seconds(
      RequestFields fields, String name, long least, long most) {
    Optional<Long> number = fields.number(name);
    if (number.isPresent() && (number.get() < least || number.get() > most)) {
      fields.reject(name, "must be between " + least + " and " + most);
      return Optional.empty();
    }
    return number.map(Duration::ofSeconds);
  }

  private static Optional<Action> actionNamed(String name) {
    return Stream.of(Action.values()).filter(it -> it.wireName().equals(name)).findFirst();
  }

  private static List<String> actions() {
    return Stream.of(Action.values()).map(Action::wireName).toList();
  }

  private static ProblemException notFound() {
    return new ProblemException(Problem.notFound(WebhookAnswers.KIND));
  }
}
