package posthorn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HangingStudyTest {

  @Test
  void the_usual_counts_come_before_the_one_that_is_asked_for() {
    assertThat(HangingStudy.countsUpTo(400)).containsExactly(1, 20, 400);
    assertThat(HangingStudy.countsUpTo(100)).containsExactly(1, 20, 100);
    assertThat(HangingStudy.countsUpTo(1)).containsExactly(1);
  }

  @Test
  void twice_as_long_and_fifty_milliseconds_are_well() {
    assertThat(HangingStudy.isMet(10, 70)).isTrue();
    assertThat(HangingStudy.isMet(10, 70.1)).isFalse();
  }
}
