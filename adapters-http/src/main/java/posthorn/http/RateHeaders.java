package posthorn.http;

import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import posthorn.application.quota.RequestQuota;

/**
 * Tells a caller how many requests it has left, in the fields of the IETF's draft "RateLimit header
 * fields for HTTP" (as of its version 11), each a list of one item of a string and its parameters:
 * the policy's quota {@code q} in a window of {@code w} seconds, and the requests {@code r} that
 * are all there are within the next {@code t} seconds. Then there is one more, as {@code
 * Retry-After} says too. No partition key is told: it would be the tenant.
 */
final class RateHeaders {
  private static final String NAME = "\"requests\"";
  private static final long WINDOW_SECONDS = 60;

  private RateHeaders() {}

  /** Writes the headers; where no request is left, ends this one. */
  static void write(Context context, RequestQuota.Result result, Instant now) {
    switch (result) {
      case RequestQuota.Result.Unlimited() -> {}
      case RequestQuota.Result.Within(int perMinute, int remaining, Instant nextAt) ->
          write(context, perMinute, remaining, seconds(now, nextAt));
      case RequestQuota.Result.Exceeded(int perMinute, Instant nextAt) -> {
        long wait = seconds(now, nextAt);
        write(context, perMinute, 0, wait);
        throw new ProblemException(
            Problem.rateLimited("your tenant may make " + perMinute + " requests a minute", wait));
      }
    }
  }

  private static void write(Context context, int perMinute, int remaining, long seconds) {
    context.header("RateLimit-Policy", NAME + ";q=" + perMinute + ";w=" + WINDOW_SECONDS);
    context.header("RateLimit", NAME + ";r=" + remaining + ";t=" + seconds);
  }

  static long seconds(Instant now, Instant then) {
    return seconds(Duration.between(now, then));
  }

  /** Rounded up: whoever waits so long does not come too early. */
  static long seconds(Duration wait) {
    return Math.ceilDiv(Math.max(wait.toMillis(), 0), 1_000L);
  }
}
