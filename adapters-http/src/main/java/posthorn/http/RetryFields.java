package posthorn.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.field.DurationText;
import posthorn.domain.retry.DelayList;
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
  private static final String DELAYS = "retry_delays";
  private static final String AGE = "max_age";
  private static final String RETRY_ON = "retry_on";
  private static final String DISABLE_ON_GONE = "disable_on_gone";
  private static final String ATTEMPTS = "max_attempts";
  private static final String TIMEOUT = "timeout_ms";

  RetrySettings settingsOf(RequestFields fields, RetrySettings present) {
    RetryConfig config = fields.mentions(CONFIG) ? configOf(fields) : present.config();
    DelayList delays = fields.mentions(DELAYS) ? delaysOf(fields) : present.delays();
    return new RetrySettings(
        fields.mentions(POLICY) ? presetOf(fields) : present.preset(),
        config,
        areCompatible(fields, present) ? delays : null,
        fields.mentions(ATTEMPTS) ? attemptsOf(fields) : present.maxAttempts(),
        fields.mentions(AGE) ? ageOf(fields) : present.maxAge(),
        fields.mentions(RETRY_ON) ? retryOnOf(fields) : present.retryOn(),
        fields.mentions(DISABLE_ON_GONE)
            ? fields.flag(DISABLE_ON_GONE).orElse(null)
            : present.disableOnGone(),
        fields.mentions(TIMEOUT) ? timeoutOf(fields) : present.timeout());
  }

  /** Whether there are no delays beside a policy that has its own; both at once are noted. */
  private static boolean areCompatible(RequestFields fields, RetrySettings present) {
    boolean config = fields.mentions(CONFIG) ? fields.has(CONFIG) : present.config() != null;
    boolean delays = fields.mentions(DELAYS) ? fields.has(DELAYS) : present.delays() != null;
    if (!config || !delays) {
      return true;
    }
    rejectBeside(fields, CONFIG, DELAYS);
    rejectBeside(fields, DELAYS, CONFIG);
    return false;
  }

  private static void rejectBeside(RequestFields fields, String field, String other) {
    if (!fields.has(field)) {
      return;
    }
    fields.reject(
        field,
        fields.has(other)
            ? "contradicts " + fields.pathTo(other) + ": leave out one of the two"
            : "contradicts the stored "
                + fields.pathTo(other)
                + ": to remove that, send \""
                + other
                + "\": null too");
  }

  private static @Nullable DelayList delaysOf(RequestFields fields) {
    List<RawValue> elements = fields.elements(DELAYS, 1, DelayList.MOST);
    var delays = new ArrayList<Duration>();
    for (int i = 0; i < elements.size(); i++) {
      Optional<Duration> delay =
          elements.get(i).text().flatMap(DurationText::parse).filter(RetrySettings::isDelay);
      if (delay.isEmpty()) {
        fields.reject(DELAYS + "[" + i + "]", RetrySettings.DELAY_RULE);
      }
      delay.ifPresent(delays::add);
    }
    return delays.isEmpty() ? null : new DelayList(delays);
  }

  private static @Nullable Duration ageOf(RequestFields fields) {
    return fields
        .text(AGE, text -> readAge(text).isPresent(), RetrySettings.AGE_RULE)
        .flatMap(RetryFields::readAge)
        .orElse(null);
  }

  private static Optional<Duration> readAge(String text) {
    return DurationText.parse(text).filter(RetrySettings::isAge);
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
