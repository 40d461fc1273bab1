package posthorn.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import posthorn.application.port.Webhooks;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.ordering.Lane;
import posthorn.domain.ordering.OnHeadFailure;
import posthorn.domain.ordering.Standing;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/**
 * Keeps deliveries of a lane in order. One that comes up behind another is put off, which takes it
 * out of the index of what is due; when one of its lane stops holding the others up, the first that
 * was put off is let pass. So each waits in the index at most once, however long the lane is.
 */
final class Lanes {
  private final Webhooks webhooks;

  Lanes(Webhooks webhooks) {
    this.webhooks = webhooks;
  }

  /** Whether a delivery may leave, as far as those before it in its lane are concerned. */
  boolean mayLeave(WriterSession session, WebhookId webhook, String lane, String id)
      throws SQLException {
    String anyAhead =
        switch (onHeadFailure(webhook)) {
          case BLOCK -> DueSql.ANY_AHEAD;
          case SKIP -> DueSql.ANY_AHEAD_BUT_FAILED;
        };
    try (ResultSet ahead =
        session.prepared(anyAhead).text(webhook.value()).text(lane).text(id).query()) {
      return !ahead.next();
    }
  }

  /** A delivery was written; whoever it held up and holds up no longer may be taken. */
  void written(WriterSession session, Delivery delivery) throws SQLException {
    Lane lane = delivery.lane();
    if (lane != null && !holdsOthers(delivery)) {
      session.prepared(DueSql.LET_PASS).text(delivery.webhook().value()).text(lane.value()).run();
    }
  }

  private boolean holdsOthers(Delivery delivery) {
    Standing standing = delivery.standing();
    return onHeadFailure(delivery.webhook()).holding().contains(standing);
  }

  private OnHeadFailure onHeadFailure(WebhookId webhook) {
    return webhooks
        .find(webhook)
        .map(Webhook::flow)
        .map(flow -> flow.onHeadFailure())
        .orElse(OnHeadFailure.BLOCK);
  }
}
