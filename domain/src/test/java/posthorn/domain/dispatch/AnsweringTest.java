package posthorn.domain.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.Blocked;
import posthorn.domain.retry.AttemptOutcome.TimedOut;
import posthorn.domain.retry.AttemptOutcome.Unreachable;

class AnsweringTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final AttemptOutcome ANSWER = new Answered(500, Map.of(), "", null, Duration.ZERO);
  private static final AttemptOutcome SILENCE =
      new TimedOut(TimedOut.Phase.ANSWER, "no answer", null, Duration.ZERO);
  private static final AttemptOutcome REFUSAL =
      new Unreachable(Unreachable.Trouble.REFUSED, "refused", null, Duration.ZERO);
  private static final AttemptOutcome BLOCKED = new Blocked("blocked", null, Duration.ZERO);

  private final Answering answered = Answering.UNKNOWN.after(ANSWER, NOW);

  @Test
  void a_receiver_is_proven_by_any_answer() {
    assertThat(Answering.UNKNOWN.trust(NOW)).isEqualTo(Trust.UNPROVEN);
    assertThat(answered.trust(NOW)).isEqualTo(Trust.PROVEN);
  }

  @Test
  void an_answer_proves_nothing_after_a_while() {
    assertThat(answered.trust(NOW.plus(Answering.RECENT))).isEqualTo(Trust.PROVEN);
    assertThat(answered.trust(NOW.plus(Answering.RECENT).plusMillis(1))).isEqualTo(Trust.UNPROVEN);
    assertThat(answered.trust(NOW.minus(Answering.RECENT).minusMillis(1)))
        .isEqualTo(Trust.UNPROVEN);
  }

  @Test
  void one_without_an_answer_is_doubtful_until_it_answers() {
    Answering silent = answered.after(SILENCE, NOW);
    assertThat(silent.trust(NOW)).isEqualTo(Trust.DOUBTFUL);
    assertThat(silent.after(ANSWER, NOW).trust(NOW)).isEqualTo(Trust.PROVEN);
    assertThat(answered.after(REFUSAL, NOW).trust(NOW)).isEqualTo(Trust.DOUBTFUL);
  }

  @Test
  void a_request_that_never_left_says_nothing() {
    assertThat(answered.after(BLOCKED, NOW)).isEqualTo(answered);
    assertThat(answered.after(SILENCE, NOW).after(BLOCKED, NOW).trust(NOW))
        .isEqualTo(Trust.DOUBTFUL);
  }
}
