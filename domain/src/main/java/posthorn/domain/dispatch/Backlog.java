package posthorn.domain.dispatch;

import java.util.Map;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/**
 * What a webhook has due. A count need not go beyond {@code room}: a store can stop counting there,
 * and never looks at all the rows of a flood. A webhook belongs here as long as it has work due,
 * also without room, so that its tenant keeps its place.
 *
 * @param room how many more may leave: the free places of its own, its tokens, its slow start, its
 *     probes, whichever is least
 * @param due how many of each kind could leave now; a delivery held up in its lane is none
 */
public record Backlog(TenantId tenant, WebhookId webhook, int room, Map<Work, Integer> due) {
  public Backlog {
    if (room < 0 || due.values().stream().anyMatch(count -> count < 0)) {
      throw new IllegalArgumentException("less than nothing is due: " + room + ", " + due);
    }
    due = Map.copyOf(due);
  }
}
