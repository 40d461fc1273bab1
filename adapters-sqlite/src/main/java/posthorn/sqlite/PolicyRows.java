package posthorn.sqlite;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.PayloadFormat;
import posthorn.domain.field.DurationText;
import posthorn.domain.retry.DelayList;
import posthorn.domain.retry.RetryConfig;
import posthorn.domain.retry.RetryOn;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.RetrySettings;
import posthorn.domain.retry.TimeoutPolicy;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.webhook.PolicyChoices;
import posthorn.sqlite.schema.tables.records.WebhooksRecord;

/** What a webhook says of its policy, as a part of its row and back; {@link TenantRows} too. */
final class PolicyRows {
  // No header's name, and no delay, can have these in it.
  private static final String WORDS = " ";
  private static final String HEADER = "=";

  private PolicyRows() {}

  static void set(WebhooksRecord row, PolicyChoices choices) {
    PayloadFormat format = choices.format();
    row.setPayloadFormat(format == null ? null : format.wireName());
    row.setSignatureSchemes(schemesOf(choices.signatures()));
    row.setMaxInFlight(choices.maxInFlight());
    RetrySettings retry = choices.retry();
    RetryPreset preset = retry.preset();
    RetryOn retryOn = retry.retryOn();
    Boolean disableOnGone = retry.disableOnGone();
    row.setRetryPolicy(preset == null ? null : preset.name());
    row.setRetryDelays(delaysOf(retry.delays()));
    row.setMaxAttempts(retry.maxAttempts());
    row.setMaxAgeMs(millis(retry.maxAge()));
    row.setRetryOn(retryOn == null ? null : retryOn.wireName());
    row.setDisableOnGone(disableOnGone == null ? null : disableOnGone ? 1 : 0);
    row.setTimeoutMs(millis(retry.timeout()));
    setConfig(row, retry.config());
  }

  /** Each column, also where there is nothing: only those that are set are written. */
  private static void setConfig(WebhooksRecord row, @Nullable RetryConfig config) {
    TimeoutPolicy timeout = config == null ? null : config.timeout();
    row.setRetryMaxAttempts(config == null ? null : config.maxAttempts());
    row.setRetryBaseDelayMs(config == null ? null : millis(config.baseDelay()));
    row.setRetryMaxDelayMs(config == null ? null : millis(config.maxDelay()));
    row.setRetryMultiplier(config == null ? null : config.backoffMultiplier());
    row.setRetryTimeoutMs(timeout == null ? null : millis(timeout.first()));
    row.setRetryTimeoutGrowth(timeout == null ? null : timeout.growthFactor());
  }

  private static @Nullable Long millis(@Nullable Duration duration) {
    return duration == null ? null : duration.toMillis();
  }

  private static @Nullable String delaysOf(@Nullable DelayList list) {
    return list == null
        ? null
        : list.delays().stream().map(DurationText::of).collect(joining(WORDS));
  }

  private static DelayList delaysOf(String text) {
    return new DelayList(
        Stream.of(text.split(WORDS)).map(word -> DurationText.parse(word).orElseThrow()).toList());
  }

  private static @Nullable String schemesOf(@Nullable SignaturePlan plan) {
    return plan == null
        ? null
        : plan.schemes().stream()
            .map(scheme -> scheme.name() + HEADER + scheme.header())
            .collect(joining(WORDS));
  }

  static PolicyChoices choicesOf(WebhooksRecord row) {
    return new PolicyChoices(
        retryOf(row),
        row.getPayloadFormat() == null
            ? null
            : PayloadFormat.named(row.getPayloadFormat()).orElseThrow(),
        row.getSignatureSchemes() == null ? null : planOf(row.getSignatureSchemes()),
        row.getMaxInFlight());
  }

  private static RetrySettings retryOf(WebhooksRecord row) {
    return new RetrySettings(
        row.getRetryPolicy() == null ? null : RetryPreset.named(row.getRetryPolicy()).orElseThrow(),
        row.getRetryMaxAttempts() == null ? null : configOf(row),
        row.getRetryDelays() == null ? null : delaysOf(row.getRetryDelays()),
        row.getMaxAttempts(),
        row.getMaxAgeMs() == null ? null : Duration.ofMillis(row.getMaxAgeMs()),
        row.getRetryOn() == null ? null : RetryOn.named(row.getRetryOn()).orElseThrow(),
        row.getDisableOnGone() == null ? null : row.getDisableOnGone() == 1,
        row.getTimeoutMs() == null ? null : Duration.ofMillis(row.getTimeoutMs()));
  }

  private static RetryConfig configOf(WebhooksRecord row) {
    return new RetryConfig(
        row.getRetryMaxAttempts(),
        Duration.ofMillis(row.getRetryBaseDelayMs()),
        Duration.ofMillis(row.getRetryMaxDelayMs()),
        row.getRetryMultiplier(),
        new TimeoutPolicy(Duration.ofMillis(row.getRetryTimeoutMs()), row.getRetryTimeoutGrowth()));
  }

  private static SignaturePlan planOf(String schemes) {
    return new SignaturePlan(
        Stream.of(schemes.split(WORDS))
            .map(word -> word.split(HEADER, 2))
            .map(parts -> SignatureScheme.named(parts[0], parts[1]).orElseThrow())
            .toList());
  }
}
