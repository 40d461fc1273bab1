package posthorn.http;

import static posthorn.http.RouteText.answering;

import io.javalin.http.Context;
import java.util.function.BooleanSupplier;

/** Whether the process lives, and whether it is able to serve. */
final class HealthRoutes implements Routes {
  private final BooleanSupplier ready;

  HealthRoutes(BooleanSupplier ready) {
    this.ready = ready;
  }

  @Override
  public void addTo(Api api) {
    api.open("/healthz", context -> context.json(new StatusView("ok")))
        .as(answering("Whether the process lives", 200, StatusView.class));
    api.open("/readyz", this::readiness)
        .as(answering("Whether it is able to serve", 200, StatusView.class));
  }

  private void readiness(Context context) {
    boolean isReady = ready.getAsBoolean();
    context.status(isReady ? 200 : 503).json(new StatusView(isReady ? "ready" : "stopping"));
  }

  record StatusView(String status) {}
}
