package posthorn.http;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.field.DurationText;
import posthorn.domain.retry.DelayList;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.retry.RetryForecast;

/** The waits and lengths of time of a retry policy, as the API shows them. */
final class ScheduleView {
  private ScheduleView() {}

  /** The wait after a failed attempt, and how far it may stray. */
  record WaitView(
      int afterAttempt,
      BigDecimal delaySeconds,
      BigDecimal atLeastSeconds,
      BigDecimal atMostSeconds) {
    static WaitView of(RetryForecast.Wait wait) {
      return new WaitView(
          wait.afterAttempt(),
          seconds(wait.delay()),
          seconds(wait.atLeast()),
          seconds(wait.atMost()));
    }
  }

  /** From the delivery's start to the failure that makes it dead. */
  record GivenUpView(BigDecimal atLeast, BigDecimal atMost) {
    static GivenUpView of(RetryForecast forecast) {
      return new GivenUpView(seconds(forecast.givenUpAtLeast()), seconds(forecast.givenUpAtMost()));
    }
  }

  static List<WaitView> waitsOf(RetryForecast forecast) {
    return forecast.waits().stream().map(WaitView::of).toList();
  }

  static Map<String, BigDecimal> minimumsOf(Map<FailureCategory, Duration> minimums) {
    var seconds = new LinkedHashMap<String, BigDecimal>();
    for (FailureCategory category : EnumSet.allOf(FailureCategory.class)) {
      Duration minimum = minimums.get(category);
      if (minimum != null) {
        seconds.put(category.wireName(), seconds(minimum));
      }
    }
    return seconds;
  }

  static @Nullable List<String> textsOf(@Nullable DelayList list) {
    return list == null ? null : list.delays().stream().map(DurationText::of).toList();
  }

  static @Nullable String textOf(@Nullable Duration duration) {
    return duration == null ? null : DurationText.of(duration);
  }

  /** With no more decimals than it takes. */
  private static BigDecimal seconds(Duration duration) {
    BigDecimal seconds = BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros();
    return seconds.scale() < 0 ? seconds.setScale(0) : seconds;
  }
}
