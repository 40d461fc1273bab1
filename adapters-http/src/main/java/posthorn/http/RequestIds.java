package posthorn.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.Objects;
import posthorn.application.port.Ids;

/**
 * Gives every request an id, the caller's own if it brings one, which is in the answer and in what
 * is logged about it.
 */
final class RequestIds {
  static final String HEADER = "X-Request-Id";

  private static final String ATTRIBUTE = "posthorn.request-id";
  private static final int MAX_LENGTH = 128;

  private static final String PREFIX = "req_";

  private final Ids ids;
  private final InstantSource clock;

  RequestIds(Ids ids, InstantSource clock) {
    this.ids = ids;
    this.clock = clock;
  }

  void register(RoutesConfig routes) {
    routes.before(context -> {
      String brought = context.header(HEADER);
      String id =
          brought != null && isUsable(brought) ? brought : ids.next(PREFIX, clock.instant());
      context.attribute(ATTRIBUTE, id);
      context.header(HEADER, id);
    });
  }

  static String of(Context context) {
    return Objects.requireNonNullElse(context.<String>attribute(ATTRIBUTE), "none");
  }

  /** It goes into headers and logs, so it must be harmless there. */
  private static boolean isUsable(String id) {
    return !id.isEmpty()
        && id.length() <= MAX_LENGTH
        && id.chars().allMatch(c -> c > ' ' && c < 0x7F);
  }
}
