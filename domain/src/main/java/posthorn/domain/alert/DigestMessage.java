package posthorn.domain.alert;

import java.time.Instant;
import java.util.List;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.webhook.WebhookId;

/**
 * What an owner is told of deliveries that were given up.
 *
 * @param from when the first of them was
 * @param until when the last of them was
 * @param lines the largest count first
 */
public record DigestMessage(String owner, Instant from, Instant until, List<Line> lines) {

  public record Line(WebhookId webhook, DeadReason reason, long count) {}

  public DigestMessage {
    lines = List.copyOf(lines);
  }

  public long total() {
    return lines.stream().mapToLong(Line::count).sum();
  }
}
