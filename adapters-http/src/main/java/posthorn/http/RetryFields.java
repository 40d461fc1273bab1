package posthorn.http;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.retry.RetryConfig;
import posthorn.domain.retry.RetryOn;
import posthorn.domain.retry.RetryPolicy;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.RetrySettings;
import posthorn.domain.retry.TimeoutPolicy;

/**
 * Reads how often and when deliveries are tried. What is not mentioned stays as it is, null leaves
 * it to the tenant, or to the server.
 *
 * @param longestTimeout how long an attempt may take, however it is put
 */
record RetryFields(Duration longestTimeout) {
  private static final String POLICY = "retry_policy";
  private static final String CONFIG = "retry_config";
  private static final String RETRY_ON = "retry_on";
  private static final String DISABLE_ON_GONE = "disable_on_gone";
  private static final String ATTEMPTS = "max_attempts";
  private static final String TIMEOUT = "timeout_ms";

  RetrySettings settingsOf(RequestFields fields, RetrySettings present) {
    return new RetrySettings(
        fields.mentions(POLICY) ? presetOf(fields) : present.preset(),
        fields.mentions(CONFIG) ? configOf(fields) : present.config(),
        present.maxAttempts(),
        fields.mentions(RETRY_ON) ? retryOnOf(fields) : present.retryOn(),
        fields.mentions(DISABLE_ON_GONE)
            ? fields.flag(DISABLE_ON_GONE).orElse(null)
            : present.disableOnGone(),
        fields.mentions(TIMEOUT) ? timeoutOf(fields) : present.timeout());
  }

  /** With the attempts too, for those who may say how many without a policy of their own. */
  static RetrySettings withAttempts(RequestFields fields, RetrySettings settings) {
    return fields.mentions(ATTEMPTS)
        ? new RetrySettings(
            settings.preset(),
            settings.config(),
            attemptsOf(fields),
            settings.retryOn(),
            settings.disableOnGone(),
            settings.timeout())
        : settings;
  }

  private static @Nullable Integer attemptsOf(RequestFields fields) {
    Optional<Long> number = fields.number(ATTEMPTS);
    if (number.isPresent() && (number.get() < 1 || number.get() > RetryPolicy.MOST_ATTEMPTS)) {
      fields.reject(ATTEMPTS, "must be between 1 and " + RetryPolicy.MOST_ATTEMPTS);
      return null;
    }
    return number.map(Math::toIntExact).orElse(null);
  }

  private static @Nullable RetryPreset presetOf(RequestFields fields) {
    return fields.named(POLICY, RetryPreset::named, RetryPreset::names).orElse(null);
  }

  private static @Nullable RetryOn retryOnOf(RequestFields fields) {
    return fields.named(RETRY_ON, RetryOn::named, RetryOn::names).orElse(null);
  }

  private @Nullable Duration timeoutOf(RequestFields fields) {
    Optional<Long> millis = fields.number(TIMEOUT);
    if (millis.isPresent() && (millis.get() < 1 || millis.get() > longestTimeout.toMillis())) {
      fields.reject(TIMEOUT, "must be between 1 and " + longestTimeout.toMillis());
      return null;
    }
    return millis.map(Duration::ofMillis).orElse(null);
  }

  private @Nullable RetryConfig configOf(RequestFields fields) {
    RequestFields inner = fields.object(CONFIG).orElse(null);
    if (inner == null) {
      return null;
    }
    var written =
        new RetryConfig.Written(
            inner.number("max_attempts").orElse(null),
            inner.number("base_delay_ms").orElse(null),
            inner.number("max_delay_ms").orElse(null),
            inner.decimal("backoff_multiplier").orElse(null),
            inner.number("timeout_ms").orElse(null),
            inner.decimal("timeout_growth_factor").orElse(null));
    return switch (RetryConfig.parse(fields.pathTo(CONFIG), written)) {
      case RetryConfig.Parsed.Valid(var config) -> {
        checkLength(inner, config.timeout());
        yield config;
      }
      case RetryConfig.Parsed.Invalid(var errors) -> {
        fields.rejectAll(errors);
        yield null;
      }
    };
  }

  private void checkLength(RequestFields fields, TimeoutPolicy timeout) {
    if (timeout.longest().compareTo(longestTimeout) > 0) {
      fields.reject(TIMEOUT, "must be at most " + longestTimeout.toMillis() + ", however it grows");
    }
  }
}
