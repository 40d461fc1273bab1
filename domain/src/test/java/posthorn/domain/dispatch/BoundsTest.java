package posthorn.domain.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import posthorn.domain.event.Priority;
import posthorn.domain.tenant.TenantId;

class BoundsTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0, 100, 75",
    "0, 74, 26, 1",
    "0, 75, 25, 0",
    "0, 80, 20, 0",
    "30, 60, 10, 10",
    "99, 0, 1, 1",
    "100, 0, 0, 0",
    "100, 20, 0, 0"
  })
  void retries_leave_the_reserved_places_to_first_attempts(
      int first, int retries, int free, int freeForRetries) {
    assertThat(new Bounds(100, 25).room(first, retries)).isEqualTo(new Room(free, freeForRetries));
  }

  @Test
  void a_quarter_is_reserved() {
    assertThat(Bounds.of(100)).isEqualTo(new Bounds(100, 25));
    assertThat(Bounds.of(3)).isEqualTo(new Bounds(3, 0));
  }

  @Test
  void five_requests_of_a_webhook_are_in_flight_at_most() {
    assertThat(Bounds.DEFAULT_PER_WEBHOOK).isEqualTo(5);
  }

  @Test
  void a_batch_is_no_larger_than_asked_whatever_it_is_made_of() {
    assertThat(new Room(100, 75).atMost(5)).isEqualTo(new Room(5, 5));
    assertThat(new Room(100, 3).atMost(5)).isEqualTo(new Room(5, 3));
    assertThat(new Room(4, 3).atMost(5)).isEqualTo(new Room(4, 3));
  }

  @Test
  void there_is_always_a_place_and_one_that_retries_can_use() {
    assertThat(new Bounds(1, 0).room(0, 0)).isEqualTo(new Room(1, 1));
    assertThatThrownBy(() -> new Bounds(0, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Bounds(5, 5)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Bounds(5, -1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Room(5, 6)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Room(5, -1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_backlog_is_never_less_than_nothing() {
    var webhook = FairTurnsTest.webhook(1);
    assertThatThrownBy(() -> new Backlog(TenantId.DEFAULT, webhook, -1, Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Backlog(TenantId.DEFAULT, webhook, 1, Map.of(Work.LOW_FIRST, -1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void every_kind_of_work_has_a_share() {
    assertThat(Shares.DEFAULT.weight(Work.HIGH_FIRST)).isEqualTo(32);
    assertThat(Shares.DEFAULT.weight(Work.HIGH_RETRY)).isEqualTo(16);
    assertThat(Shares.DEFAULT.weight(Work.NORMAL_FIRST)).isEqualTo(8);
    assertThat(Shares.DEFAULT.weight(Work.NORMAL_RETRY)).isEqualTo(4);
    assertThat(Shares.DEFAULT.weight(Work.LOW_FIRST)).isEqualTo(2);
    assertThat(Shares.DEFAULT.weight(Work.LOW_RETRY)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"0,1,1,1,1", "1,0,1,1,1", "1,1,0,1,1", "1,1,1,0,1", "1,1,1,1,0", "1001,1,1,1,1"})
  void a_share_of_nothing_or_too_much_is_refused(int h, int n, int l, int first, int retry) {
    assertThat(new Shares(1, 1000, 1, 1, 1).normal()).isEqualTo(1000);
    assertThatThrownBy(() -> new Shares(h, n, l, first, retry))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void every_priority_has_first_attempts_and_retries() {
    for (Work work : Work.values()) {
      assertThat(Work.of(work.priority(), work.isRetry())).isEqualTo(work);
    }
    assertThat(Work.of(Priority.LOW, true)).isEqualTo(Work.LOW_RETRY);
    assertThat(Work.HIGH_FIRST.isRetry()).isFalse();
  }
}
