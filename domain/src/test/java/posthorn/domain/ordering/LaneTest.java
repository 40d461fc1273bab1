package posthorn.domain.ordering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static posthorn.domain.ordering.OrderingGuarantee.NONE;
import static posthorn.domain.ordering.OrderingGuarantee.ORDERING_KEY;
import static posthorn.domain.ordering.OrderingGuarantee.PER_EVENT_TYPE;
import static posthorn.domain.ordering.OrderingGuarantee.STRICT;

import org.junit.jupiter.api.Test;
import posthorn.domain.event.EventType;

class LaneTest {
  private static final EventType CREATED = new EventType("user.created");
  private static final EventType DELETED = new EventType("user.deleted");

  @Test
  void none_keeps_no_order() {
    assertThat(Lane.of(NONE, CREATED, null)).isEmpty();
    assertThat(Lane.of(ORDERING_KEY, CREATED, null)).isEmpty();
  }

  @Test
  void per_event_type_has_a_lane_for_each_type() {
    assertThat(Lane.of(PER_EVENT_TYPE, CREATED, null)).contains(new Lane("type:user.created"));
    assertThat(Lane.of(PER_EVENT_TYPE, DELETED, null)).contains(new Lane("type:user.deleted"));
  }

  @Test
  void strict_has_one_lane_whatever_the_event_says() {
    assertThat(Lane.of(STRICT, CREATED, null)).contains(new Lane("all"));
    assertThat(Lane.of(STRICT, DELETED, "a")).contains(new Lane("all"));
  }

  @Test
  void an_ordering_key_makes_a_lane_of_its_own_across_types() {
    for (OrderingGuarantee guarantee :
        new OrderingGuarantee[] {NONE, ORDERING_KEY, PER_EVENT_TYPE}) {
      assertThat(Lane.of(guarantee, CREATED, "a")).contains(new Lane("key:a"));
      assertThat(Lane.of(guarantee, DELETED, "a")).contains(new Lane("key:a"));
      assertThat(Lane.of(guarantee, CREATED, "b")).contains(new Lane("key:b"));
    }
  }

  @Test
  void a_key_is_never_taken_for_a_type_or_for_the_whole_webhook() {
    assertThat(Lane.of(PER_EVENT_TYPE, CREATED, "user.created"))
        .isNotEqualTo(Lane.of(PER_EVENT_TYPE, CREATED, null));
    assertThat(Lane.of(NONE, CREATED, "all")).isNotEqualTo(Lane.of(STRICT, CREATED, null));
  }

  @Test
  void a_key_has_between_1_and_255_characters() {
    assertThat(Lane.isValidKey("")).isFalse();
    assertThat(Lane.isValidKey("a")).isTrue();
    assertThat(Lane.isValidKey("a".repeat(255))).isTrue();
    assertThat(Lane.isValidKey("a".repeat(256))).isFalse();
    assertThatThrownBy(() -> Lane.of(STRICT, CREATED, "")).hasMessageContaining("1 and 255");
  }

  @Test
  void guarantees_have_the_names_of_the_api() {
    assertThat(OrderingGuarantee.names())
        .containsExactly("none", "per_event_type", "strict", "ordering_key");
    assertThat(OrderingGuarantee.named("per_event_type")).contains(PER_EVENT_TYPE);
    assertThat(OrderingGuarantee.named("PER_EVENT_TYPE")).isEmpty();
  }
}
