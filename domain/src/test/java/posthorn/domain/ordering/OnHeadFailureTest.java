package posthorn.domain.ordering;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.ordering.OnHeadFailure.BLOCK;
import static posthorn.domain.ordering.OnHeadFailure.SKIP;
import static posthorn.domain.ordering.Standing.DONE;
import static posthorn.domain.ordering.Standing.FAILED;
import static posthorn.domain.ordering.Standing.IN_FLIGHT;
import static posthorn.domain.ordering.Standing.WAITING;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import posthorn.domain.testing.Law;

class OnHeadFailureTest {

  @Test
  void the_first_of_a_lane_may_leave() {
    assertThat(BLOCK.mayLeave(List.of())).isTrue();
    assertThat(SKIP.mayLeave(List.of())).isTrue();
  }

  @Test
  void block_waits_until_all_before_are_delivered_dead_or_cancelled() {
    assertThat(BLOCK.mayLeave(List.of(DONE, DONE))).isTrue();
    assertThat(BLOCK.mayLeave(List.of(DONE, FAILED))).isFalse();
    assertThat(BLOCK.mayLeave(List.of(WAITING))).isFalse();
    assertThat(BLOCK.mayLeave(List.of(IN_FLIGHT, DONE))).isFalse();
  }

  @Test
  void skip_leaves_as_soon_as_the_one_before_has_failed_once() {
    assertThat(SKIP.mayLeave(List.of(DONE, FAILED))).isTrue();
    assertThat(SKIP.mayLeave(List.of(FAILED, WAITING))).isFalse();
    assertThat(SKIP.mayLeave(List.of(IN_FLIGHT))).isFalse();
  }

  @Test
  void a_store_can_ask_for_those_that_hold_up_the_others() {
    assertThat(BLOCK.holding()).containsExactlyInAnyOrder(WAITING, FAILED, IN_FLIGHT);
    assertThat(SKIP.holding()).containsExactlyInAnyOrder(WAITING, IN_FLIGHT);
  }

  @Test
  void rules_have_the_names_of_the_api() {
    assertThat(OnHeadFailure.names()).containsExactly("block", "skip");
    assertThat(OnHeadFailure.named("skip")).contains(SKIP);
    assertThat(OnHeadFailure.named("Skip")).isEmpty();
  }

  @Test
  void under_block_a_lane_is_done_in_order_with_one_in_flight() {
    Law.holds(random -> {
      var lane = new ArrayList<>(Collections.nCopies(1 + random.nextInt(8), WAITING));
      var done = new ArrayList<Integer>();
      while (lane.contains(WAITING) || lane.contains(FAILED) || lane.contains(IN_FLIGHT)) {
        step(random, lane, BLOCK);
        assertThat(Collections.frequency(lane, IN_FLIGHT)).isLessThanOrEqualTo(1);
        int last = lane.lastIndexOf(DONE);
        if (last >= 0 && !done.contains(last)) {
          done.add(last);
        }
      }
      assertThat(done).isSorted().hasSameSizeAs(lane);
    });
  }

  @Test
  void under_skip_only_those_are_overtaken_that_failed_and_are_not_in_flight() {
    Law.holds(random -> {
      var lane = new ArrayList<>(Collections.nCopies(1 + random.nextInt(8), WAITING));
      while (lane.contains(WAITING) || lane.contains(FAILED) || lane.contains(IN_FLIGHT)) {
        var before = List.copyOf(lane);
        int left = step(random, lane, SKIP);
        if (left >= 0) {
          assertThat(before.subList(0, left)).isSubsetOf(FAILED, DONE);
        }
      }
    });
  }

  /** Somebody tries to leave, or somebody in flight comes back; the index of who left, or -1. */
  private static int step(Random random, List<Standing> lane, OnHeadFailure rule) {
    int i = random.nextInt(lane.size());
    return switch (lane.get(i)) {
      case WAITING, FAILED -> {
        if (!rule.mayLeave(lane.subList(0, i))) {
          yield -1;
        }
        lane.set(i, IN_FLIGHT);
        yield i;
      }
      case IN_FLIGHT -> {
        lane.set(i, random.nextBoolean() ? DONE : FAILED);
        yield -1;
      }
      case DONE -> -1;
    };
  }
}
