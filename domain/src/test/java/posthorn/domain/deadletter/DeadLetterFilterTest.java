package posthorn.domain.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.domain.deadletter.DeadLetterFilter.Details;
import posthorn.domain.delivery.Deferrals;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.DeliveryState;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.Pending;
import posthorn.domain.delivery.Progress;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.event.Priority;
import posthorn.domain.id.IdForm;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

class DeadLetterFilterTest {
  private static final Instant MADE = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant DIED = MADE.plusSeconds(60);
  private static final WebhookId WEBHOOK = new WebhookId(IdForm.first(WebhookId.PREFIX, MADE));
  private static final WebhookId OTHER = new WebhookId(IdForm.first(WebhookId.PREFIX, DIED));
  private static final Failure FAILURE =
      new Failure(FailureCategory.TIMEOUT, "no answer within 30 s", null, null);

  private final DeadLetter letter = letter(FAILURE, null);

  @Test
  void without_a_wish_every_dead_letter_matches() {
    assertThat(DeadLetterFilter.ANY.matches(letter)).isTrue();
    assertThat(DeadLetterFilter.ANY.matches(letter(null, DIED))).isTrue();
  }

  @Test
  void it_is_of_one_of_the_webhooks() {
    assertThat(of(Set.of(WEBHOOK, OTHER), List.of()).matches(letter)).isTrue();
    assertThat(of(Set.of(OTHER), List.of()).matches(letter)).isFalse();
  }

  @Test
  void it_is_of_one_of_the_types() {
    assertThat(of(Set.of(), types("order.paid", "user.*")).matches(letter)).isTrue();
    assertThat(of(Set.of(), types("order.*")).matches(letter)).isFalse();
  }

  @Test
  void it_failed_in_one_of_the_ways() {
    assertThat(failed(FailureCategory.TIMEOUT).matches(letter)).isTrue();
    assertThat(failed(FailureCategory.DNS).matches(letter)).isFalse();
    assertThat(failed(FailureCategory.TIMEOUT).matches(letter(null, null))).isFalse();
  }

  @Test
  void it_was_given_up_for_one_of_the_reasons() {
    assertThat(given(DeadReason.EXPIRED).matches(letter)).isFalse();
    assertThat(given(DeadReason.ATTEMPTS_EXHAUSTED).matches(letter)).isTrue();
  }

  @Test
  void it_is_of_the_session_and_its_error_has_the_text() {
    assertThat(matches(new Details("session-1", "answer", null, null, null))).isTrue();
    assertThat(matches(new Details("session-2", null, null, null, null))).isFalse();
    assertThat(matches(new Details(null, "Answer", null, null, null))).isFalse();
    assertThat(filter(new Details(null, "answer", null, null, null)).matches(letter(null, null)))
        .isFalse();
  }

  @Test
  void it_was_made_in_that_time() {
    assertThat(matches(new Details(null, null, MADE, MADE.plusMillis(1), null))).isTrue();
    assertThat(matches(new Details(null, null, MADE.plusMillis(1), null, null))).isFalse();
    assertThat(matches(new Details(null, null, null, MADE, null))).isFalse();
  }

  @Test
  void it_was_replayed_since_it_died_or_not() {
    DeadLetterFilter unreplayed = DeadLetterFilter.unreplayedOf(WEBHOOK);
    DeadLetterFilter replayed = filter(new Details(null, null, null, null, true));

    assertThat(unreplayed.matches(letter)).isTrue();
    assertThat(unreplayed.matches(letter(FAILURE, DIED))).isFalse();
    assertThat(replayed.matches(letter)).isFalse();
    assertThat(replayed.matches(letter(FAILURE, DIED))).isTrue();
    // That was before it was started anew, and died again.
    assertThat(unreplayed.matches(letter(FAILURE, DIED.minusMillis(1)))).isTrue();
  }

  @Test
  void only_what_is_dead_is_a_dead_letter() {
    assertThat(letter.diedAt()).isEqualTo(DIED);
    assertThatThrownBy(() -> new DeadLetter(delivery(new Pending(MADE), FAILURE), null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private boolean matches(Details details) {
    return filter(details).matches(letter);
  }

  private static DeadLetterFilter filter(Details details) {
    return new DeadLetterFilter(Set.of(), List.of(), Set.of(), Set.of(), details);
  }

  private static DeadLetterFilter of(Set<WebhookId> webhooks, List<EventTypePattern> types) {
    return new DeadLetterFilter(webhooks, types, Set.of(), Set.of(), Details.NONE);
  }

  private static DeadLetterFilter failed(FailureCategory category) {
    return new DeadLetterFilter(Set.of(), List.of(), Set.of(category), Set.of(), Details.NONE);
  }

  private static DeadLetterFilter given(DeadReason reason) {
    return new DeadLetterFilter(Set.of(), List.of(), Set.of(), Set.of(reason), Details.NONE);
  }

  private static List<EventTypePattern> types(String... patterns) {
    return List.of(patterns).stream().map(EventTypePattern::new).toList();
  }

  private static DeadLetter letter(@Nullable Failure failure, @Nullable Instant replayedAt) {
    return new DeadLetter(
        delivery(new Dead(DIED, DeadReason.ATTEMPTS_EXHAUSTED), failure), replayedAt);
  }

  private static Delivery delivery(DeliveryState state, @Nullable Failure failure) {
    return new Delivery(
        new DeliveryId(IdForm.of(DeliveryId.PREFIX, MADE, 0, 7)),
        TenantId.DEFAULT,
        WEBHOOK,
        new EventId(IdForm.first(EventId.PREFIX, MADE)),
        new EventType("user.created"),
        "session-1",
        MADE,
        null,
        Priority.NORMAL,
        null,
        new Progress(1, MADE, 5, 5, DIED, failure, Deferrals.NONE, false, state));
  }
}
