package posthorn.http;

import static posthorn.http.RouteText.answering;

import io.javalin.http.Context;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import posthorn.application.health.Health;

/** Whether the process lives, and whether it is able to serve. */
final class HealthRoutes implements Routes {
  private final Supplier<Health> health;

  HealthRoutes(Supplier<Health> health) {
    this.health = health;
  }

  @Override
  public void addTo(Api api) {
    api.open("/healthz", context -> context.json(new StatusView("ok")))
        .as(answering("Whether the process lives", 200, StatusView.class));
    api.open("/readyz", this::readiness)
        .as(answering("Whether it is able to serve, and if not why", 200, ReadinessView.class));
  }

  private void readiness(Context context) {
    Health now = health.get();
    context.status(now.isReady() ? 200 : 503).json(ReadinessView.of(now));
  }

  record StatusView(String status) {}

  /**
   * What {@code /readyz} tells.
   *
   * @param reasons why it is not ready, though it does not stop
   * @param warnings what an operator should see to; the server is ready in spite of it
   */
  record ReadinessView(String status, List<ReasonView> reasons, List<WarningView> warnings) {
    static ReadinessView of(Health health) {
      return new ReadinessView(
          statusOf(health),
          health.troubles().stream().map(ReasonView::of).toList(),
          health.warnings().stream().map(WarningView::of).toList());
    }

    private static String statusOf(Health health) {
      if (!health.takesWork()) {
        return "stopping";
      }
      return health.isReady() ? "ready" : "not_ready";
    }
  }

  record ReasonView(String thread, String reason, Instant since) {
    static ReasonView of(Health.Trouble trouble) {
      return new ReasonView(
          trouble.thread(), trouble.kind().name().toLowerCase(Locale.ROOT), trouble.since());
    }
  }

  record WarningView(String code, String detail, Instant since) {
    static WarningView of(Health.Warning warning) {
      return new WarningView(warning.code(), warning.detail(), warning.since());
    }
  }
}
