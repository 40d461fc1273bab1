package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class BodyMemoryTest {
  private static final BodyMemory.Share A = new BodyMemory.Share("a", 60);
  private static final BodyMemory.Share B = new BodyMemory.Share("b", 60);

  private final BodyMemory memory = new BodyMemory(100);

  @Test
  void one_gets_its_share_and_no_more() {
    hold(A, 60);

    assertBusy(A, 1);
    hold(B, 40);
  }

  @Test
  void all_together_get_what_there_is() {
    hold(A, 60);

    assertBusy(B, 41);
    hold(B, 40);
    assertBusy(B, 1);
  }

  @Test
  void what_is_given_back_is_there_for_others() {
    BodyMemory.Hold first = hold(A, 60);
    first.resize(20);
    BodyMemory.Hold second = hold(A, 40);
    first.release();
    second.release();
    second.release();

    assertThat(memory.taken()).isZero();
    hold(A, 60);
  }

  @Test
  void who_is_refused_holds_nothing() {
    assertBusy(A, 61);

    assertThat(memory.taken()).isZero();
  }

  private BodyMemory.Hold hold(BodyMemory.Share share, int bytes) {
    BodyMemory.Hold hold = memory.hold(List.of(share));
    hold.resize(bytes);
    return hold;
  }

  private void assertBusy(BodyMemory.Share share, int bytes) {
    assertThatThrownBy(() -> hold(share, bytes))
        .isInstanceOfSatisfying(
            ProblemException.class, e -> assertThat(e.problem().code()).isEqualTo("busy"));
  }
}
