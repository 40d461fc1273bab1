package posthorn.http;

import static posthorn.domain.access.Permission.OPERATE;
import static posthorn.http.RouteText.answering;

import io.javalin.http.Context;
import java.time.InstantSource;
import posthorn.application.port.ClockTrust;

/** {@code /v1/clock}: whether the server believes its clock, and an operator's word that it may. */
final class ClockRoutes implements Routes {
  private final ClockTrust trust;
  private final InstantSource clock;

  ClockRoutes(ClockTrust trust, InstantSource clock) {
    this.trust = trust;
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.get("/v1/clock", OPERATE, context -> context.json(view()))
        .as(answering("Shows the server's time, and whether it is trusted", 200, ClockView.class));
    api.post("/v1/clock/agree", OPERATE, this::agree)
        .as(answering("Says that the server's time is right", 200, ClockView.class));
  }

  private void agree(Context context) {
    ClockView before = view();
    trust.agree();
    ClockView after = view();
    AuditTrail.changed(context, before, after);
    context.json(after);
  }

  private ClockView view() {
    return ClockView.of(trust, clock.instant());
  }
}
