package posthorn.domain.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.Blocked;
import posthorn.domain.retry.AttemptOutcome.TimedOut;
import posthorn.domain.retry.AttemptOutcome.Unreachable;

class FailureTest {
  @ParameterizedTest
  @CsvSource({
    "100, SERVER_ERROR",
    "301, REDIRECT",
    "307, REDIRECT",
    "400, CLIENT_ERROR",
    "404, CLIENT_ERROR",
    "413, PAYLOAD_TOO_LARGE",
    "429, RATE_LIMIT",
    "500, SERVER_ERROR",
    "599, SERVER_ERROR",
  })
  void an_answer_that_is_not_2xx_is_a_failure_of_its_status(int status, FailureCategory category) {
    assertThat(Failure.of(new Answered(status, "body", null, Duration.ZERO)))
        .isEqualTo(new Failure(category, "the receiver answered " + status, status, "body"));
  }

  @Test
  void a_silence_is_a_failure_of_its_kind() {
    assertThat(Failure.of(new TimedOut("late", null, Duration.ZERO)))
        .isEqualTo(new Failure(FailureCategory.TIMEOUT, "late", null, null));
    assertThat(Failure.of(new Unreachable(FailureCategory.SSL, "expired", null, Duration.ZERO)))
        .isEqualTo(new Failure(FailureCategory.SSL, "expired", null, null));
    assertThat(Failure.of(new Blocked("private", null, Duration.ZERO)))
        .isEqualTo(new Failure(FailureCategory.BLOCKED_ADDRESS, "private", null, null));
  }

  @Test
  void a_2xx_is_no_failure() {
    assertThatThrownBy(() -> Failure.of(new Answered(204, "", null, Duration.ZERO)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_category_is_spelt_as_in_the_api() {
    assertThat(FailureCategory.PAYLOAD_TOO_LARGE.wireName()).isEqualTo("payload_too_large");
    assertThat(DeadReason.ATTEMPTS_EXHAUSTED.wireName()).isEqualTo("attempts_exhausted");
  }
}
