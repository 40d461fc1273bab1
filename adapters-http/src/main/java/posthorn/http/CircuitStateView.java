package posthorn.http;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.circuit.CircuitHealth;
import posthorn.domain.webhook.WebhookId;

/** A circuit breaker's state. */
record CircuitStateView(
    String webhookId,
    String state,
    boolean forced,
    int failureCountInWindow,
    int successCountInWindow,
    int totalCallsInWindow,
    double errorPercentage,
    Instant windowStart,
    Instant stateTransitionAt,
    @Nullable Instant nextHalfOpenAt,
    int halfOpenAttempts,
    int halfOpenSuccesses) {

  static CircuitStateView of(WebhookId webhook, CircuitHealth health) {
    int failures = health.inWindow().failures();
    int successes = health.inWindow().successes();
    int total = failures + successes;
    return new CircuitStateView(
        webhook.value(),
        health.phase().wireName(),
        health.forcedOpen(),
        failures,
        successes,
        total,
        total == 0 ? 0 : 100.0 * failures / total,
        health.windowStart(),
        health.stateTransitionAt(),
        health.nextHalfOpenAt(),
        health.halfOpenAttempts(),
        health.halfOpenSuccesses());
  }
}
