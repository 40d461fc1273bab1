package posthorn.domain.webhook;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.PayloadFormat;
import posthorn.domain.retry.RetrySettings;
import posthorn.domain.signing.SignaturePlan;

/**
 * What a webhook says of its policy, or a tenant for all of its webhooks; null is what it leaves to
 * the next: the webhook to its tenant, the tenant to the server.
 */
public record PolicyChoices(
    RetrySettings retry,
    @Nullable PayloadFormat format,
    @Nullable SignaturePlan signatures,
    @Nullable Integer maxInFlight) {
  public static final PolicyChoices NONE = new PolicyChoices(RetrySettings.NONE, null, null, null);

  public PolicyChoices {
    Flow.requireInFlight(maxInFlight);
  }

  /**
   * The one rule of what holds: these choices, and where there is none what holds without them.
   *
   * @param outer what holds for whoever says nothing
   */
  public WebhookPolicy on(WebhookPolicy outer) {
    if (equals(NONE)) {
      return outer;
    }
    return new WebhookPolicy(
        retry.effective(outer.retry()),
        format == null ? outer.format() : format,
        signatures == null ? outer.signatures() : signatures,
        maxInFlight == null ? outer.maxInFlight() : maxInFlight);
  }

  /**
   * The values that these choices decide by that rule: those that are the same, whatever holds
   * without them.
   */
  Set<PolicyValue> decided() {
    WebhookPolicy onOne = on(PolicyValue.ONE);
    WebhookPolicy onOther = on(PolicyValue.OTHER);
    Set<PolicyValue> decided = EnumSet.allOf(PolicyValue.class);
    decided.removeIf(value -> !value.in(onOne).equals(value.in(onOther)));
    return decided;
  }
}
