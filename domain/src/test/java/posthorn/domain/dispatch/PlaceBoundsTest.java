package posthorn.domain.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaceBoundsTest {

  @ParameterizedTest
  @CsvSource({
    "1000, 20, 900, 800",
    "100, 20, 90, 80",
    "5, 20, 5, 4",
    "4, 20, 4, 3",
    "2, 20, 2, 1",
    "1, 20, 1, 1",
    "100, 0, 100, 100",
    "100, 99, 51, 1"
  })
  void part_is_kept_for_webhooks_that_answer(int all, int kept, int unproven, int doubtful) {
    assertThat(PlaceBounds.of(all, kept)).isEqualTo(new PlaceBounds(all, unproven, doubtful));
  }

  @ParameterizedTest
  @CsvSource({"1000, 50, 500", "3, 50, 1", "1, 50, 1", "10000, 100, 10000"})
  void a_share_is_at_least_one(int of, int percent, int share) {
    assertThat(PlaceBounds.share(of, percent)).isEqualTo(share);
  }

  @Test
  void there_is_a_place_for_everybody() {
    assertThatThrownBy(() -> new PlaceBounds(3, 2, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PlaceBounds(3, 1, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PlaceBounds(3, 4, 2)).isInstanceOf(IllegalArgumentException.class);
  }
}
