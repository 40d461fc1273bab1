package posthorn.application.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.publish.PublishEvent.Result.Accepted;
import posthorn.application.testing.Samples;
import posthorn.application.testing.TestEngine;
import posthorn.domain.dispatch.Bounds;
import posthorn.domain.event.EventId;
import posthorn.domain.tenant.TenantId;

/** A fresh delivery leaves as soon as it is committed where that takes nothing from who waits. */
class HandingOverTest {
  private static final int PLACES = Bounds.DEFAULT_PER_WEBHOOK;

  private final TestEngine engine = TestEngine.inMemory();

  @BeforeEach
  void aWebhook() {
    engine.stores.webhooks().add(new Samples().webhook(TenantId.DEFAULT, "*"));
  }

  @Test
  void as_many_as_may_be_in_flight_leave_at_once_and_the_next_waits_in_the_store() {
    publish(PLACES + 1);

    assertThat(engine.started).hasSize(PLACES);
  }

  @Test
  void one_that_waits_in_the_store_does_not_have_all_that_follow_it_wait() {
    publish(PLACES + 1);
    engine.attemptStarted();

    publish(1);

    assertThat(engine.started).hasSize(1);
    assertThat(engine.runDue()).isEqualTo(2);
    assertThat(engine.sender.sent()).hasSize(PLACES + 2);
  }

  @Test
  void what_is_handed_over_leaves_room_for_a_look_at_those_who_wait() {
    List<EventId> published = publish(PLACES + 1);
    attempt(2);

    publish(1);

    // Most of the room is taken, so it queues behind the one that came before it.
    assertThat(engine.started).hasSize(PLACES - 2);
    engine.dispatcher.look(engine.time.now(), 1);
    assertThat(engine.started.getLast().claimed().event().id()).isEqualTo(published.getLast());
    engine.runDue();
    assertThat(engine.sender.sent()).hasSize(PLACES + 2);
  }

  private List<EventId> publish(int count) {
    return IntStream.range(0, count)
        .mapToObj(_ -> (Accepted) engine.publish("user.created", "{}"))
        .map(Accepted::id)
        .toList();
  }

  private void attempt(int count) {
    for (int i = 0; i < count; i++) {
      engine.attemptDelivery.attempt(engine.started.remove(), engine.time.now(), 0.5);
    }
  }
}
