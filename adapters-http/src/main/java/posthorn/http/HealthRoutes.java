package posthorn.http;

import io.javalin.http.Context;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Whether the process lives, and whether it is able to serve. */
final class HealthRoutes implements Routes {
  private final BooleanSupplier ready;

  HealthRoutes(BooleanSupplier ready) {
    this.ready = ready;
  }

  @Override
  public void addTo(Api api) {
    api.open("/healthz", context -> context.json(Map.of("status", "ok")));
    api.open("/readyz", this::readiness);
  }

  private void readiness(Context context) {
    boolean isReady = ready.getAsBoolean();
    context.status(isReady ? 200 : 503).json(Map.of("status", isReady ? "ready" : "stopping"));
  }
}
