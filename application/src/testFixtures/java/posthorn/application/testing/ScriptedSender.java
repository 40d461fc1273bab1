package posthorn.application.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import posthorn.application.port.Recall;
import posthorn.application.port.WebhookRequest;
import posthorn.application.port.WebhookSender;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.Withdrawn;
import posthorn.domain.retry.AttemptOutcome.Withdrawn.Cause;

/** A sender whose receivers do what the test says, and that remembers what it was asked to send. */
public final class ScriptedSender implements WebhookSender {
  private final List<WebhookRequest> sent = new ArrayList<>();
  private Function<WebhookRequest, AttemptOutcome> receiver = _ -> answer(200);

  public static AttemptOutcome answer(int status) {
    return new Answered(status, Map.of(), "answer " + status, "192.0.2.1", Duration.ZERO);
  }

  /** A receiver that answers with what it was sent. */
  public static AttemptOutcome echo(WebhookRequest request) {
    String body = new String(request.body().bytes(), UTF_8);
    return new Answered(200, Map.of(), body, "192.0.2.1", Duration.ZERO);
  }

  public void everyReceiver(Function<WebhookRequest, AttemptOutcome> behaviour) {
    receiver = behaviour;
  }

  public void everyReceiverAnswers(int status) {
    everyReceiver(_ -> answer(status));
  }

  public List<WebhookRequest> sent() {
    return List.copyOf(sent);
  }

  @Override
  public Map<String, String> headersOf(WebhookRequest request) {
    var headers = new LinkedHashMap<>(request.headers());
    headers.put("User-Agent", "Posthorn/test");
    return headers;
  }

  @Override
  public AttemptOutcome send(WebhookRequest request, Recall recall) {
    sent.add(request);
    AttemptOutcome outcome = receiver.apply(request);
    var recalled = new AtomicBoolean();
    recall.onRecall(() -> recalled.set(true));
    return recalled.get() ? new Withdrawn(Cause.RECALLED, outcome.took()) : outcome;
  }
}
