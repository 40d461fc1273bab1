package posthorn.domain.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Unreachable.Trouble;
import posthorn.domain.retry.Verdict.GiveUp;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.retry.Verdict.Succeed;

class RetryPolicyTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final RetryPolicy GATEWAY = RetryPreset.GATEWAY.policy();
  private static final RetryPolicy CLASSIFIED =
      new RetryPolicy(5, GATEWAY.schedule(), RetryOn.CLASSIFIED);

  @Test
  void any_2xx_succeeds_whatever_the_attempt_and_the_age() {
    for (int status : new int[] {200, 201, 204, 299}) {
      assertThat(GATEWAY.judge(5, answered(status), Instant.EPOCH, NOW, 0))
          .isEqualTo(new Succeed());
    }
    assertThat(judge(GATEWAY, 1, answered(199))).isInstanceOf(RetryAt.class);
    assertThat(judge(GATEWAY, 1, answered(300))).isInstanceOf(RetryAt.class);
  }

  @Test
  void a_failure_is_retried_after_the_schedules_delay() {
    assertThat(judge(GATEWAY, 1, answered(500)))
        .isEqualTo(new RetryAt(NOW.plusSeconds(30), Failure.of(answered(500))));
    assertThat(judge(GATEWAY, 4, answered(500)))
        .isEqualTo(new RetryAt(NOW.plusSeconds(3600), Failure.of(answered(500))));
  }

  @Test
  void the_fifth_failure_is_the_gateways_last() {
    assertThat(reasonOf(judge(GATEWAY, 5, answered(500)))).isEqualTo(DeadReason.ATTEMPTS_EXHAUSTED);
    assertThat(reasonOf(judge(GATEWAY, 6, answered(500)))).isEqualTo(DeadReason.ATTEMPTS_EXHAUSTED);
    assertThat(judge(RetryPreset.GATEWAY_6.policy(), 5, answered(500))).isInstanceOf(RetryAt.class);
  }

  @ParameterizedTest
  @CsvSource({
    "429, 120, 120",
    "503, 120, 120",
    "503, ' 120 ', 120",
    "429, 29, 30",
    "429, 30, 30",
    "429, 31, 31",
    "429, 86400, 86400",
    "429, 86401, 86400",
    "429, 999999, 86400",
    "429, 99999999999999999999, 86400",
    "429, '-5', 30",
    "429, 1.5, 30",
    "429, soon, 30",
    "429, '', 30",
    "500, 120, 30",
    "404, 120, 30",
    "429, 'Thu, 01 Jan 2026 00:02:00 GMT', 120",
    "503, 'Thu, 01 Jan 2026 00:00:10 GMT', 30",
    "503, 'Wed, 31 Dec 2025 00:00:00 GMT', 30",
    "503, 'Fri, 01 Jan 2027 00:00:00 GMT', 86400",
    "503, 'Thursday', 30",
  })
  void retry_after_on_429_and_503_makes_the_wait_longer_up_to_24_h(
      int status, String header, long seconds) {
    var outcome = new Answered(status, Map.of("retry-after", header), "", null, Duration.ZERO);
    assertThat(judge(GATEWAY, 1, outcome))
        .isEqualTo(new RetryAt(NOW.plusSeconds(seconds), Failure.of(outcome)));
  }

  @Test
  void by_default_a_404_is_retried_since_a_deployment_may_answer_it_for_a_minute() {
    for (int status : new int[] {400, 401, 403, 404, 413, 414, 415, 451}) {
      assertThat(judge(GATEWAY, 1, answered(status))).isInstanceOf(RetryAt.class);
    }
  }

  @Test
  void when_classified_some_answers_are_permanent() {
    for (int status : new int[] {400, 401, 403, 404, 410, 413, 414, 415, 451}) {
      assertThat(reasonOf(judge(CLASSIFIED, 1, answered(status))))
          .isEqualTo(DeadReason.PERMANENT_STATUS);
    }
    for (int status : new int[] {301, 402, 405, 408, 409, 412, 416, 422, 429, 500, 503}) {
      assertThat(judge(CLASSIFIED, 1, answered(status))).isInstanceOf(RetryAt.class);
    }
  }

  @Test
  void when_classified_tls_errors_get_three_attempts() {
    var tls = new Unreachable(Trouble.TLS, "expired", null, Duration.ZERO);
    assertThat(judge(CLASSIFIED, 2, tls)).isInstanceOf(RetryAt.class);
    assertThat(reasonOf(judge(CLASSIFIED, 3, tls))).isEqualTo(DeadReason.SSL_LIMIT);
    assertThat(judge(GATEWAY, 3, tls)).isInstanceOf(RetryAt.class);
    var reset = new Unreachable(Trouble.RESET, "reset", null, Duration.ZERO);
    assertThat(judge(CLASSIFIED, 3, reset)).isInstanceOf(RetryAt.class);
  }

  @Test
  void a_410_ends_the_delivery_unless_the_webhook_says_otherwise() {
    assertThat(reasonOf(judge(GATEWAY, 1, answered(410)))).isEqualTo(DeadReason.PERMANENT_STATUS);
    var kept =
        new RetryPolicy(5, GATEWAY.schedule(), RetryOn.ALL, false, RetryPolicy.DEFAULT_MAX_AGE);
    assertThat(judge(kept, 1, answered(410))).isInstanceOf(RetryAt.class);
  }

  @Test
  void a_receiver_can_abort_a_message_or_be_disabled() {
    assertThat(reasonOf(judge(GATEWAY, 1, answered(500, "abort-message"))))
        .isEqualTo(DeadReason.ABORTED_BY_RECEIVER);
    assertThat(reasonOf(judge(GATEWAY, 1, answered(500, "disable"))))
        .isEqualTo(DeadReason.ABORTED_BY_RECEIVER);
    assertThat(judge(GATEWAY, 1, answered(200, "disable"))).isEqualTo(new Succeed());
    assertThat(judge(GATEWAY, 1, answered(500, "whatever"))).isInstanceOf(RetryAt.class);
  }

  @Test
  void a_receivers_wish_is_read_from_its_answer() {
    assertThat(ReceiverWish.of(answered(500), true)).isEqualTo(ReceiverWish.NONE);
    assertThat(ReceiverWish.of(answered(410), true)).isEqualTo(ReceiverWish.GONE);
    assertThat(ReceiverWish.of(answered(410), false)).isEqualTo(ReceiverWish.NONE);
    assertThat(ReceiverWish.of(answered(410, "disable"), true))
        .isEqualTo(ReceiverWish.DISABLE_WEBHOOK);
    assertThat(ReceiverWish.of(answered(200, " Disable "), true))
        .isEqualTo(ReceiverWish.DISABLE_WEBHOOK);
    assertThat(ReceiverWish.of(answered(200, "abort-message"), true))
        .isEqualTo(ReceiverWish.ABORT_MESSAGE);
    assertThat(ReceiverWish.of(new Unreachable(Trouble.NAME, "", null, Duration.ZERO), true))
        .isEqualTo(ReceiverWish.NONE);
    assertThat(List.of(ReceiverWish.values()))
        .filteredOn(ReceiverWish::disablesWebhook)
        .containsExactly(ReceiverWish.DISABLE_WEBHOOK, ReceiverWish.GONE);
  }

  @Test
  void what_has_waited_longer_than_its_age_allows_is_not_retried() {
    RetryPolicy aDay = GATEWAY.withMaxAge(Duration.ofDays(1));
    Instant dayAgo = NOW.minus(Duration.ofDays(1));
    Instant inTime = dayAgo.plusSeconds(30);
    assertThat(aDay.judge(1, answered(500), inTime, NOW, 0)).isInstanceOf(RetryAt.class);
    assertThat(reasonOf(aDay.judge(1, answered(500), inTime.minusMillis(1), NOW, 0)))
        .isEqualTo(DeadReason.EXPIRED);
    assertThat(aDay.isExpired(dayAgo, NOW)).isFalse();
    assertThat(aDay.isExpired(dayAgo.minusMillis(1), NOW)).isTrue();
  }

  @Test
  void a_receiver_that_asks_for_a_longer_wait_than_is_left_gets_no_further_attempt() {
    RetryPolicy anHour = GATEWAY.withMaxAge(Duration.ofHours(1));
    var busy = new Answered(503, Map.of("retry-after", "3601"), "", null, Duration.ZERO);
    assertThat(reasonOf(anHour.judge(1, busy, NOW, NOW, 0))).isEqualTo(DeadReason.EXPIRED);
    assertThat(judge(GATEWAY, 1, busy)).isInstanceOf(RetryAt.class);
  }

  @Test
  void the_last_attempts_failure_is_called_that_however_old_the_delivery_is() {
    assertThat(reasonOf(GATEWAY.judge(5, answered(500), Instant.EPOCH, NOW, 0)))
        .isEqualTo(DeadReason.ATTEMPTS_EXHAUSTED);
  }

  @Test
  void a_policy_is_changed_in_one_respect_at_a_time() {
    assertThat(GATEWAY.withMaxAttempts(2).withMaxAge(Duration.ofHours(1)))
        .isEqualTo(new RetryPolicy(2, GATEWAY.schedule(), RetryOn.ALL, true, Duration.ofHours(1)));
  }

  @Test
  void nonsense_is_refused() {
    for (int attempts : new int[] {0, 101}) {
      assertThatThrownBy(() -> GATEWAY.withMaxAttempts(attempts))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(GATEWAY.withMaxAttempts(100).maxAttempts()).isEqualTo(100);
    assertThatThrownBy(() -> GATEWAY.withMaxAge(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void words_of_the_api_are_found_by_their_names() {
    assertThat(RetryOn.named("all")).contains(RetryOn.ALL);
    assertThat(RetryOn.named("classified")).contains(RetryOn.CLASSIFIED);
    assertThat(RetryOn.named("ALL")).isEmpty();
    assertThat(DeadReason.ABORTED_BY_RECEIVER.wireName()).isEqualTo("aborted_by_receiver");
    assertThat(FailureCategory.PAYLOAD_TOO_LARGE.wireName()).isEqualTo("payload_too_large");
  }

  private static Verdict judge(RetryPolicy policy, int attempt, AttemptOutcome outcome) {
    return policy.judge(attempt, outcome, NOW, NOW, 0.5);
  }

  private static DeadReason reasonOf(Verdict verdict) {
    return ((GiveUp) verdict).reason();
  }

  private static AttemptOutcome answered(int status) {
    return new Answered(status, Map.of(), "sample", null, Duration.ZERO);
  }

  private static AttemptOutcome answered(int status, String wish) {
    return new Answered(status, Map.of("webhook-delivery", wish), "sample", null, Duration.ZERO);
  }
}
