package posthorn.http;

import posthorn.domain.webhook.PolicyChoices;

/**
 * Reads a tenant's {@code defaults}: the fields that its webhooks have too, under the same rules.
 *
 * @param retry with the longest timeout that anybody may ask for
 * @param mostInFlight requests at once that anybody may ask for
 */
record DefaultsFields(RetryFields retry, int mostInFlight) {
  /** The tenant's fields, and those of a webhook in them. */
  static final int DEPTH = 1 + WebhookFields.DEPTH;

  static final String FIELD = "defaults";

  DefaultsFields(HttpServer.WebhookRules rules) {
    this(new RetryFields(rules.longestTimeout()), rules.policies().mostInFlight());
  }

  /**
   * The defaults with what the request says of them; a null takes one away, and in place of the
   * whole object takes away all. What is wrong is noted, and counts as taken away until then.
   */
  PolicyChoices changed(RequestFields fields, PolicyChoices present) {
    if (!fields.has(FIELD)) {
      return fields.mentions(FIELD) ? PolicyChoices.NONE : present;
    }
    return fields.object(FIELD).map(inner -> choicesOf(inner, present)).orElse(present);
  }

  private PolicyChoices choicesOf(RequestFields fields, PolicyChoices present) {
    return new PolicyChoices(
        retry.settingsOf(fields, present.retry()),
        SendingFields.formatOf(fields, present.format()),
        // Without a secret: webhooks whose secret not all schemes take have to name their own.
        SignatureFields.planOf(fields, present.signatures(), null),
        FlowFields.maxInFlightOf(fields, present.maxInFlight(), mostInFlight));
  }
}
