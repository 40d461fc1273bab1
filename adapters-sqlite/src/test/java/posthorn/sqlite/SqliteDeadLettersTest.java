package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.DeadLetters;
import posthorn.application.port.DeadLetters.Query;
import posthorn.application.port.DeadLetters.Slice;
import posthorn.application.port.Page;
import posthorn.application.testing.DeadLettersContract;
import posthorn.application.testing.Samples;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestEngine;
import posthorn.application.testing.TestTime;
import posthorn.domain.deadletter.BatchRun;
import posthorn.domain.deadletter.DeadLetter;
import posthorn.domain.deadletter.DeadLetterFilter;
import posthorn.domain.deadletter.DeadLetterFilter.Details;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.id.IdForm;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.RetryPreset;

class SqliteDeadLettersTest extends DeadLettersContract {
  private static final DeadLetterFilter CREATED = ofType("user.created");
  private static final DeadLetterFilter UPDATED = ofType("user.updated");

  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @Override
  protected Stores open() {
    return store.open();
  }

  @Test
  void who_finds_nothing_stops_looking_and_says_from_where_to_go_on() {
    List<DeadLetter> all = seven();
    DeadLetters lookingAtThree = store.deadLetters(3);

    assertThat(lookingAtThree.page(new Query(DEFAULT, UPDATED, null, 5, 0)))
        .isEqualTo(new Page<>(List.of(), idOf(all.get(4)), 0));
    assertThat(lookingAtThree.page(new Query(DEFAULT, UPDATED, idOf(all.get(1)), 5, 0)))
        .isEqualTo(Page.empty());
  }

  @Test
  void who_stops_while_passing_over_some_says_how_many_remain() {
    List<DeadLetter> all = seven();
    DeadLetters lookingAtThree = store.deadLetters(3);

    assertThat(lookingAtThree.page(new Query(DEFAULT, CREATED, null, 5, 5)))
        .isEqualTo(new Page<>(List.of(), idOf(all.get(4)), 2));
    assertThat(lookingAtThree.page(new Query(DEFAULT, CREATED, idOf(all.get(4)), 5, 2)))
        .isEqualTo(new Page<>(List.of(all.get(1)), idOf(all.get(1)), 0));
  }

  @Test
  void a_run_stops_looking_too_and_goes_on_from_there() {
    List<DeadLetter> all = seven();
    DeadLetters lookingAtThree = store.deadLetters(3);

    Slice slice = lookingAtThree.next(DEFAULT, UPDATED, run(null), 2);
    assertThat(slice).isEqualTo(new Slice(List.of(), idOf(all.get(2)), false));
    slice = lookingAtThree.next(DEFAULT, UPDATED, run(idOf(all.get(5))), 2);
    assertThat(slice).isEqualTo(new Slice(List.of(), null, true));
    slice = lookingAtThree.next(DEFAULT, CREATED, run(null), 2);
    assertThat(slice).isEqualTo(new Slice(all.subList(0, 2), idOf(all.get(1)), false));
    slice = lookingAtThree.next(DEFAULT, CREATED, run(idOf(all.get(3))), 7);
    assertThat(slice).isEqualTo(new Slice(all.subList(4, 7), idOf(all.get(6)), true));
  }

  /** Oldest first. */
  private List<DeadLetter> seven() {
    store.startAnew();
    var engine = new TestEngine(store.open(), RetryPreset.GATEWAY.policy());
    engine.stores.webhooks().add(new Samples().webhook(DEFAULT, "*"));
    engine.sender.everyReceiver(_ ->
        new Answered(
            500,
            Map.of("webhook-delivery", "abort-message"),
            "sample",
            "192.0.2.1",
            Duration.ZERO));
    for (int i = 0; i < 7; i++) {
      engine.publish("user.created", "{}");
    }
    assertThat(engine.runDue()).isEqualTo(7);
    return engine
        .stores
        .deadLetters()
        .page(new Query(DEFAULT, DeadLetterFilter.ANY, null, 10, 0))
        .items()
        .reversed();
  }

  private static DeliveryId idOf(DeadLetter letter) {
    return letter.delivery().id();
  }

  private static BatchRun run(@Nullable DeliveryId reached) {
    var ceiling = new DeliveryId(IdForm.first(DeliveryId.PREFIX, TestTime.START.plusSeconds(1)));
    return new BatchRun(1, TestTime.START, ceiling, reached, 0, 0, 0);
  }

  private static DeadLetterFilter ofType(String type) {
    return new DeadLetterFilter(
        Set.of(), List.of(new EventTypePattern(type)), Set.of(), Set.of(), Details.NONE);
  }
}
