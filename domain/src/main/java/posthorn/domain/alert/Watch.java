package posthorn.domain.alert;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a webhook from one look to the next.
 *
 * @param failingSince since when no attempt succeeded; null while the last one did
 */
public record Watch(Baseline baseline, @Nullable Instant failingSince) {
  public static final Watch NEW = new Watch(Baseline.UNKNOWN, null);

  public Watch with(Baseline learned) {
    return new Watch(learned, failingSince);
  }

  /**
   * After more attempts.
   *
   * @param firstFailure the first of these that failed; null if none did
   * @param lastFailure the last of these that failed; null if none did
   * @param lastSuccess the last of these that succeeded; null if none did
   */
  public Watch after(
      @Nullable Instant firstFailure,
      @Nullable Instant lastFailure,
      @Nullable Instant lastSuccess) {
    if (lastFailure == null || firstFailure == null) {
      return lastSuccess == null ? this : new Watch(baseline, null);
    }
    if (lastSuccess == null) {
      return failingSince == null ? new Watch(baseline, firstFailure) : this;
    }
    if (!lastSuccess.isBefore(lastFailure)) {
      return new Watch(baseline, null);
    }
    boolean later = failingSince == null || lastSuccess.isAfter(failingSince);
    return later ? new Watch(baseline, lastSuccess) : this;
  }
}
