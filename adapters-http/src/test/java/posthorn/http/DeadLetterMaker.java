package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import posthorn.application.deadletters.RunBatchReplays;
import posthorn.application.port.Ids;
import posthorn.domain.id.IdForm;
import posthorn.domain.retry.AttemptOutcome.Answered;

/** Makes dead letters, and has bulk replays run. */
final class DeadLetterMaker {
  private static final Answered ABORTED =
      new Answered(
          500, Map.of("webhook-delivery", "abort-message"), "no", "192.0.2.1", Duration.ZERO);

  private final TestApi api;
  private final RunBatchReplays run;

  DeadLetterMaker(TestApi api) {
    this.api = api;
    run =
        new RunBatchReplays(
            api.engine.stores.batchOperations(),
            api.engine.stores.deadLetters(),
            api.engine.stores.webhooks(),
            new LateIds(),
            api.engine.dispatcher,
            api.engine.announced::add);
  }

  /** Ids that sort behind those of the engine. */
  private static final class LateIds implements Ids {
    private long last;

    @Override
    public String next(String prefix, Instant now) {
      last++;
      return IdForm.of(prefix, now, 1, last);
    }
  }

  /** The id of a new webhook without a circuit, so that all that is to be refused is. */
  String webhook(String events) throws Exception {
    return api.post(
            "/v1/webhooks",
            """
            {"url": "http://127.0.0.1:9999/hook", "events": ["%s"],
             "circuit_breaker_config": {"enabled": false}}
            """
                .formatted(events))
        .body()
        .path("id")
        .asString();
  }

  /** Publishes an event whose delivery its receiver refuses for good; the delivery's id. */
  String die(String type) throws Exception {
    api.engine.sender.everyReceiver(_ -> ABORTED);
    TestApi.Answer accepted =
        api.post("/v1/events", "{\"event_type\": \"%s\", \"data\": {}}".formatted(type));
    assertThat(accepted.status()).isEqualTo(202);
    api.engine.runDue();
    // So that what is made next has greater ids, whoever makes them.
    api.engine.time.advance(Duration.ofMillis(1));
    String event = accepted.body().path("event_id").asString();
    return api.get("/v1/events/" + event).body().path("deliveries").path(0).path("id").asString();
  }

  /** Bulk replays and what they make due, for so long. */
  void runFor(Duration length) {
    Instant end = api.engine.time.now().plus(length);
    while (api.engine.time.now().isBefore(end)) {
      RunBatchReplays.Turn turn = run.turn(api.engine.time.now());
      assertThat(turn.failures()).isEmpty();
      api.engine.runDue();
      api.engine.time.advanceTo(turn.next().isAfter(end) ? end : turn.next());
    }
  }
}
