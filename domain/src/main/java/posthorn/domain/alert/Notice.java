package posthorn.domain.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/**
 * Something that somebody is to be told, kept until it is.
 *
 * @param channel by which; null for an owner, who is told by e-mail
 * @param attempts how often it was tried
 * @param nextAt when to try it, or to try it again
 */
public record Notice(
    String id,
    @Nullable ChannelId channel,
    TenantId tenant,
    Content content,
    Instant createdAt,
    int attempts,
    Instant nextAt) {
  public static final String PREFIX = "ntc_";

  static final Duration FIRST_PAUSE = Duration.ofSeconds(30);
  static final Duration LONGEST_PAUSE = Duration.ofHours(1);
  static final Duration GIVEN_UP_AFTER = Duration.ofDays(3);

  /** What is told, in the form of its medium. */
  public sealed interface Content {
    record Line(Severity severity, String text) implements Content {}

    record Mail(List<String> to, @Nullable String from, String subject, String text)
        implements Content {
      public Mail {
        to = List.copyOf(to);
      }
    }

    record Message(WebhookId webhook, EventType type, JsonBytes data) implements Content {}
  }

  /** When to try once more after a failure now; null if it is not worth it any more. */
  public @Nullable Instant retryAt(Instant now) {
    if (!now.isBefore(createdAt.plus(GIVEN_UP_AFTER))) {
      return null;
    }
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(attempts, 10));
    return now.plus(pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause);
  }
}
