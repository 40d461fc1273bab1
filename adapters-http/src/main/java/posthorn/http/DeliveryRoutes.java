package posthorn.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.replay.RetryNow;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.id.IdForm;
import posthorn.domain.webhook.WebhookId;

/** {@code /v1/deliveries}. */
final class DeliveryRoutes {
  private static final String KIND = "delivery";

  private final Deliveries deliveries;
  private final RetryNow retryNow;
  private final InstantSource clock;

  DeliveryRoutes(Deliveries deliveries, RetryNow retryNow, InstantSource clock) {
    this.deliveries = deliveries;
    this.retryNow = retryNow;
    this.clock = clock;
  }

  void register(RoutesConfig routes) {
    routes.get("/v1/deliveries", this::list);
    routes.get("/v1/deliveries/{id}", this::show);
    routes.get("/v1/deliveries/{id}/attempts", this::attempts);
    routes.post("/v1/deliveries/{id}/retry-now", this::retryNow);
  }

  private void list(Context context) {
    var parameters = new QueryParameters(context);
    int limit = parameters.limit();
    String status = parameters.oneOf("status", DeliveryView.STATUSES).orElse(null);
    WebhookId webhook = parameters.id("webhook", WebhookId.PREFIX, WebhookId::new).orElse(null);
    DeliveryId cursor = parameters.id("cursor", DeliveryId.PREFIX, DeliveryId::new).orElse(null);
    parameters.check();

    // One more than asked for tells whether a further page follows.
    List<Delivery> found =
        deliveries.list(
            new DeliveryQuery(Access.tenantOf(context), status, webhook, cursor, limit + 1));
    List<Delivery> page = found.subList(0, Math.min(limit, found.size()));
    context.json(
        new PageView<>(
            page.stream().map(DeliveryView::of).toList(),
            found.size() > limit ? page.getLast().id().value() : null));
  }

  /** A part of a list, and where the next part begins. */
  record PageView<T>(List<T> items, @Nullable String nextCursor) {}

  private void show(Context context) {
    context.json(DeliveryView.of(find(context)));
  }

  private void attempts(Context context) {
    Delivery delivery = find(context);
    context.json(
        new PageView<>(
            deliveries.attemptsOf(delivery.id()).stream()
                .map(attempt -> AttemptView.of(attempt, delivery))
                .toList(),
            null));
  }

  private void retryNow(Context context) {
    switch (retryNow.retryNow(Access.tenantOf(context), idOf(context), clock.instant())) {
      case RetryNow.Result.Restarted(Delivery delivery) ->
          context.status(202).json(DeliveryView.of(delivery));
      case RetryNow.Result.NotAtRest(Delivery delivery) ->
          ProblemMapper.answer(
              context,
              Problem.of(
                  409,
                  "not_retryable",
                  "The delivery cannot be retried now",
                  "it is " + delivery.state().wireName()));
      case RetryNow.Result.NotFound() -> ProblemMapper.answer(context, Problem.notFound(KIND));
    }
  }

  private Delivery find(Context context) {
    return deliveries
        .find(Access.tenantOf(context), idOf(context))
        .orElseThrow(() -> new ProblemException(Problem.notFound(KIND)));
  }

  private static DeliveryId idOf(Context context) {
    String text = context.pathParam("id");
    if (!IdForm.matches(DeliveryId.PREFIX, text)) {
      throw new ProblemException(Problem.notFound(KIND));
    }
    return new DeliveryId(text);
  }
}
