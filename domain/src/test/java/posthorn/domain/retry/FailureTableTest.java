package posthorn.domain.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.Blocked;
import posthorn.domain.retry.AttemptOutcome.TimedOut;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Unreachable.Trouble;
import posthorn.domain.retry.Verdict.GiveUp;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.retry.Verdict.Succeed;

/** Every row of docs/failures.md is a test. */
class FailureTableTest {
  private static final Path DOCUMENT = Path.of("../docs/failures.md");
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final RetryPolicy POLICY = RetryPreset.GATEWAY.policy();
  private static final RetryPolicy CLASSIFIED =
      new RetryPolicy(5, POLICY.schedule(), RetryOn.CLASSIFIED);

  /** What the document calls the outcomes that are no answers. */
  private static final Map<String, AttemptOutcome> SILENCES =
      Map.of(
          "no connection in time", timedOut(TimedOut.Phase.CONNECT),
          "no answer in time", timedOut(TimedOut.Phase.ANSWER),
          "the name has no address", unreachable(Trouble.NAME),
          "connection refused", unreachable(Trouble.REFUSED),
          "no route", unreachable(Trouble.ROUTE),
          "connection reset before the status line", unreachable(Trouble.RESET),
          "not HTTP, or a head without end", unreachable(Trouble.PROTOCOL),
          "TLS failed", unreachable(Trouble.TLS),
          "an address that is not allowed", new Blocked("", null, Duration.ZERO));

  @TestFactory
  Stream<DynamicTest> an_outcome_is_classified_as_its_row_says() throws IOException {
    List<List<String>> rows = rows();
    assertThat(rows).hasSizeGreaterThan(25);
    assertThat(rows).extracting(List::getFirst).containsAll(SILENCES.keySet());
    return rows.stream().map(row -> dynamicTest(row.getFirst(), () -> check(row)));
  }

  @Test
  void a_2xx_is_no_failure() {
    assertThatThrownBy(() -> Failure.of(answered(204)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_failure_says_what_the_receiver_said() {
    assertThat(Failure.of(answered(502)))
        .isEqualTo(
            new Failure(FailureCategory.SERVER_ERROR, "the receiver answered 502", 502, "sample"));
    assertThat(Failure.of(new TimedOut(TimedOut.Phase.ANSWER, "late", "192.0.2.1", Duration.ZERO)))
        .isEqualTo(new Failure(FailureCategory.TIMEOUT, "late", null, null));
  }

  private static void check(List<String> row) {
    AttemptOutcome outcome = outcomeOf(row.get(0));
    String category =
        outcome instanceof Answered answered && answered.accepted()
            ? ""
            : Failure.of(outcome).category().wireName();
    assertThat(category).isEqualTo(row.get(1));
    assertThat(verdictOf(POLICY, outcome)).as("all").isEqualTo(row.get(2));
    assertThat(verdictOf(CLASSIFIED, outcome)).as("classified").isEqualTo(row.get(3));
  }

  private static AttemptOutcome outcomeOf(String text) {
    AttemptOutcome silence = SILENCES.get(text);
    return silence == null ? answered(Integer.parseInt(text.substring(0, 3))) : silence;
  }

  /** What happens at the first attempt, or at the third, if that differs. */
  private static String verdictOf(RetryPolicy policy, AttemptOutcome outcome) {
    Verdict first = policy.judge(1, outcome, NOW, NOW, 0);
    Verdict third = policy.judge(3, outcome, NOW, NOW, 0);
    return switch (first) {
      case Succeed() -> "delivered";
      case GiveUp(DeadReason reason, _) -> "dead: " + reason.wireName();
      case RetryAt _ ->
          third instanceof GiveUp(DeadReason reason, _)
              ? "retried, dead at the third: " + reason.wireName()
              : "retried";
    };
  }

  private static List<List<String>> rows() throws IOException {
    return Files.readAllLines(DOCUMENT).stream()
        .filter(line -> line.startsWith("| "))
        .skip(2)
        .map(line -> Stream.of(line.split("\\|", -1)).map(String::strip).toList())
        .map(cells -> cells.subList(1, 5))
        .map(cells -> cells.stream().map(cell -> cell.replace("`", "")).toList())
        .toList();
  }

  private static AttemptOutcome answered(int status) {
    return new Answered(status, Map.of(), "sample", null, Duration.ZERO);
  }

  private static AttemptOutcome timedOut(TimedOut.Phase phase) {
    return new TimedOut(phase, "late", null, Duration.ZERO);
  }

  private static AttemptOutcome unreachable(Trouble trouble) {
    return new Unreachable(trouble, "trouble", null, Duration.ZERO);
  }
}
