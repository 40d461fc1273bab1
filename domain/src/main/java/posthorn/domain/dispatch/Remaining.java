package posthorn.domain.dispatch;

import java.util.EnumMap;
import java.util.Map;
import posthorn.domain.webhook.WebhookId;

/** What a round has left of a webhook's backlog. */
final class Remaining {
  private final WebhookId webhook;
  private final Map<Work, Integer> due = new EnumMap<>(Work.class);
  private int room;

  Remaining(Backlog backlog) {
    this.webhook = backlog.webhook();
    this.due.putAll(backlog.due());
    this.room = backlog.room();
  }

  WebhookId webhook() {
    return webhook;
  }

  boolean has(Work work) {
    return room > 0 && due.getOrDefault(work, 0) > 0;
  }

  void take(Work work) {
    due.merge(work, -1, Integer::sum);
    room--;
  }
}
