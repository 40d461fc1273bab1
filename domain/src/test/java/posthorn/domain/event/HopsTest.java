package posthorn.domain.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HopsTest {
  @Test
  void a_number_is_what_it_says_and_none_is_no_hop() {
    assertThat(Hops.of("3")).isEqualTo(3);
    assertThat(Hops.of("999999999")).isEqualTo(999_999_999);
    assertThat(Hops.of(null)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "-1", "+1", "1.5", "9999999999", "five", "1, 2", "\u0663"})
  void what_is_no_such_number_is_no_hop(String header) {
    assertThat(Hops.of(header)).isZero();
  }

  @Test
  void the_fifth_is_one_too_many() {
    assertThat(Hops.isLoop(4)).isFalse();
    assertThat(Hops.isLoop(5)).isTrue();
  }
}
