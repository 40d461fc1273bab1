package posthorn.bootstrap;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Recall;
import posthorn.application.port.WebhookRequest;
import posthorn.application.port.WebhookSender;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.Blocked;
import posthorn.domain.retry.AttemptOutcome.TimedOut;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Withdrawn;

/** Sends for real; how long that took is what the test says, so that times are exact. */
public final class SteppedSender implements WebhookSender {
  private final WebhookSender real;
  private final List<WebhookRequest> asked = new ArrayList<>();
  private Duration took = Duration.ZERO;
  private @Nullable AttemptOutcome outcome;

  SteppedSender(WebhookSender real) {
    this.real = real;
  }

  /** How long requests take, from the next one on. */
  public void takes(Duration duration) {
    took = duration;
  }

  /** What becomes of all requests from now on, where it cannot be had on this machine. */
  public void comesTo(AttemptOutcome made) {
    outcome = made;
  }

  /** All requests so far, as the sender was asked to send them. */
  public List<WebhookRequest> asked() {
    return List.copyOf(asked);
  }

  @Override
  public AttemptOutcome send(WebhookRequest request, Recall recall) {
    asked.add(request);
    return outcome == null ? lasting(real.send(request, recall)) : outcome;
  }

  @Override
  public Map<String, String> headersOf(WebhookRequest request) {
    return real.headersOf(request);
  }

  private AttemptOutcome lasting(AttemptOutcome sent) {
    return switch (sent) {
      case Answered(var status, var headers, var sample, var address, _) ->
          new Answered(status, headers, sample, address, took);
      case TimedOut(var phase, var message, var address, _) ->
          new TimedOut(phase, message, address, took);
      case Unreachable(var trouble, var message, var address, _) ->
          new Unreachable(trouble, message, address, took);
      case Blocked(var message, var address, _) -> new Blocked(message, address, took);
      case Withdrawn(var cause, _) -> new Withdrawn(cause, took);
    };
  }
}
