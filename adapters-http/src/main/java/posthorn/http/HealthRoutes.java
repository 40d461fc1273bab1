package posthorn.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Whether the process lives, and whether it is able to serve. */
final class HealthRoutes {
  private final BooleanSupplier ready;

  HealthRoutes(BooleanSupplier ready) {
    this.ready = ready;
  }

  void register(RoutesConfig routes) {
    routes.get("/healthz", context -> context.json(Map.of("status", "ok")));
    routes.get("/readyz", this::readiness);
  }

  private void readiness(Context context) {
    boolean isReady = ready.getAsBoolean();
    context.status(isReady ? 200 : 503).json(Map.of("status", isReady ? "ready" : "stopping"));
  }
}
