package posthorn.http;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.PayloadFormat;
import posthorn.domain.retry.RetryOn;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.RetrySettings;
import posthorn.domain.webhook.PolicyChoices;

/** What a tenant says for all of its webhooks; null is what it leaves to the server. */
record DefaultsView(
    @Nullable String retryPolicy,
    @Nullable RetryConfigView retryConfig,
    @Nullable List<String> retryDelays,
    @Nullable Integer maxAttempts,
    @Nullable String maxAge,
    @Nullable String retryOn,
    @Nullable Boolean disableOnGone,
    @Nullable Long timeoutMs,
    @Nullable String payloadFormat,
    @Nullable List<SchemeView> signatureSchemes,
    @Nullable Integer maxInFlight) {

  static DefaultsView of(PolicyChoices choices) {
    RetrySettings retry = choices.retry();
    RetryPreset preset = retry.preset();
    RetryOn retryOn = retry.retryOn();
    Duration timeout = retry.timeout();
    PayloadFormat format = choices.format();
    return new DefaultsView(
        preset == null ? null : preset.name(),
        RetryConfigView.of(retry.config()),
        ScheduleView.textsOf(retry.delays()),
        retry.maxAttempts(),
        ScheduleView.textOf(retry.maxAge()),
        retryOn == null ? null : retryOn.wireName(),
        retry.disableOnGone(),
        timeout == null ? null : timeout.toMillis(),
        format == null ? null : format.wireName(),
        SchemeView.of(choices.signatures()),
        choices.maxInFlight());
  }
}
