package posthorn.domain.webhook;

import java.time.Duration;
import java.util.List;
import posthorn.domain.event.PayloadFormat;
import posthorn.domain.retry.BackoffSchedule;
import posthorn.domain.retry.DelayList;
import posthorn.domain.retry.RetryOn;
import posthorn.domain.retry.RetryPolicy;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.TimeoutPolicy;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;

/** A value of a webhook's policy that the webhook, its tenant and the server each have a say in. */
public enum PolicyValue {
  RETRY_POLICY,
  RETRY_DELAYS,
  MAX_ATTEMPTS,
  MAX_AGE,
  RETRY_ON,
  DISABLE_ON_GONE,
  TIMEOUT,
  TIMEOUT_GROWTH_FACTOR,
  MAX_IN_FLIGHT,
  PAYLOAD_FORMAT,
  SIGNATURE_SCHEMES;

  /**
   * Two policies that differ in every value. If choices made on either give the same value, the
   * choices decide it; so this needs no second copy of the rule in {@link PolicyChoices#on}.
   */
  static final WebhookPolicy ONE =
      new WebhookPolicy(
          probe("one", 1, RetryOn.ALL, true),
          PayloadFormat.RAW,
          new SignaturePlan(List.of(new SignatureScheme.Sha256("X-One"))),
          1);

  static final WebhookPolicy OTHER =
      new WebhookPolicy(
          probe("other", 2, RetryOn.CLASSIFIED, false),
          PayloadFormat.EVENT,
          new SignaturePlan(List.of(new SignatureScheme.Sha256("X-Other"))),
          2);

  /** The value in a policy. */
  public Object in(WebhookPolicy policy) {
    RetryPolicy retry = policy.retry().policy();
    return switch (this) {
      case RETRY_POLICY -> policy.retry().name();
      case RETRY_DELAYS -> retry.schedule();
      case MAX_ATTEMPTS -> retry.maxAttempts();
      case MAX_AGE -> retry.maxAge();
      case RETRY_ON -> retry.retryOn();
      case DISABLE_ON_GONE -> retry.disableOnGone();
      case TIMEOUT -> policy.retry().timeout().first();
      case TIMEOUT_GROWTH_FACTOR -> policy.retry().timeout().growthFactor();
      case MAX_IN_FLIGHT -> policy.maxInFlight();
      case PAYLOAD_FORMAT -> policy.format();
      case SIGNATURE_SCHEMES -> policy.signatures();
    };
  }

  private static RetryPreset probe(String name, int number, RetryOn retryOn, boolean disables) {
    var delays = new DelayList(List.of(Duration.ofMillis(number)));
    return new RetryPreset(
        name,
        new RetryPolicy(
            number, BackoffSchedule.exactly(delays), retryOn, disables, Duration.ofMillis(number)),
        new TimeoutPolicy(Duration.ofMillis(number), number));
  }
}
