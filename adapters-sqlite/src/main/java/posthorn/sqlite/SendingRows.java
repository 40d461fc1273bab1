package posthorn.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.PayloadFormat;
import posthorn.domain.filter.FilterParser;
import posthorn.domain.filter.JsonReader;
import posthorn.domain.filter.ParsedFilter;
import posthorn.domain.retry.RetryConfig;
import posthorn.domain.retry.RetryOn;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.RetrySettings;
import posthorn.domain.retry.TimeoutPolicy;
import posthorn.domain.webhook.PayloadFilter;
import posthorn.domain.webhook.Sending;
import posthorn.sqlite.schema.tables.records.WebhooksRecord;

/** What is sent to a webhook and how often, as a part of its row and back. */
final class SendingRows {
  private SendingRows() {}

  static void set(WebhooksRecord row, Sending sending) {
    PayloadFilter filter = sending.filter();
    row.setPayloadFormat(sending.format().wireName());
    row.setHeaders(HeaderText.write(sending.headers()));
    row.setFilter(filter == null ? null : new String(filter.text().bytes(), UTF_8));
    setRetry(row, sending.retry());
  }

  private static void setRetry(WebhooksRecord row, RetrySettings retry) {
    RetryPreset preset = retry.preset();
    RetryOn retryOn = retry.retryOn();
    Boolean disableOnGone = retry.disableOnGone();
    row.setRetryPolicy(preset == null ? null : preset.name());
    row.setMaxAttempts(retry.maxAttempts());
    row.setRetryOn(retryOn == null ? null : retryOn.wireName());
    row.setDisableOnGone(disableOnGone == null ? null : disableOnGone ? 1 : 0);
    row.setTimeoutMs(millis(retry.timeout()));
    RetryConfig config = retry.config();
    if (config != null) {
      row.setRetryMaxAttempts(config.maxAttempts());
      row.setRetryBaseDelayMs(config.baseDelay().toMillis());
      row.setRetryMaxDelayMs(config.maxDelay().toMillis());
      row.setRetryMultiplier(config.backoffMultiplier());
      row.setRetryTimeoutMs(config.timeout().first().toMillis());
      row.setRetryTimeoutGrowth(config.timeout().growthFactor());
    }
  }

  private static @Nullable Long millis(@Nullable Duration duration) {
    return duration == null ? null : duration.toMillis();
  }

  static Sending sendingOf(WebhooksRecord row) {
    return new Sending(
        retryOf(row),
        PayloadFormat.named(row.getPayloadFormat()).orElseThrow(),
        HeaderText.read(row.getHeaders()),
        row.getFilter() == null ? null : filterOf(JsonBytes.of(row.getFilter())));
  }

  private static RetrySettings retryOf(WebhooksRecord row) {
    return new RetrySettings(
        row.getRetryPolicy() == null ? null : RetryPreset.named(row.getRetryPolicy()).orElseThrow(),
        row.getRetryMaxAttempts() == null ? null : configOf(row),
        row.getMaxAttempts(),
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

  private static PayloadFilter filterOf(JsonBytes text) {
    return switch (FilterParser.parse("filter", JsonReader.read(text))) {
      case ParsedFilter.Valid(var filter) -> new PayloadFilter(text, filter);
      case ParsedFilter.Invalid(var errors) ->
          throw new IllegalStateException("a stored filter cannot be read: " + errors);
    };
  }
}
