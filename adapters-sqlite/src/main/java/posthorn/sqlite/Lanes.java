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
  /** Greater than any id. */
  private static final String LAST_ID = "~";

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
    return isEmpty(session.prepared(anyAhead).text(webhook.value()).text(lane).text(id))
        // One behind it may have left before it came, or was started anew.
        && isEmpty(session.prepared(DueSql.ANY_IN_FLIGHT).text(webhook.value()).text(lane));
  }

  private static boolean isEmpty(Prepared query) throws SQLException {
    try (ResultSet rows = query.query()) {
      return !rows.next();
    }
  }

  /**
   * A delivery that was in flight is not any more. If it holds up those behind it still, one ahead
   * of it may have waited for it to come back; else the first of all that wait may be taken.
   */
  void landed(WriterSession session, Delivery delivery) throws SQLException {
    Lane lane = delivery.lane();
    if (lane != null) {
      String last = holdsOthers(delivery) ? delivery.id().value() : LAST_ID;
      letPass(session, delivery.webhook(), lane.value(), last);
    }
  }

  /**
   * The first of a lane that was put off may be taken; if it may not leave, it is put off again.
   */
  void letPass(WriterSession session, WebhookId webhook, String lane) throws SQLException {
    letPass(session, webhook, lane, LAST_ID);
  }

  private static void letPass(WriterSession session, WebhookId webhook, String lane, String last)
      throws SQLException {
    if (session.prepared(DueSql.LET_PASS).text(webhook.value()).text(lane).text(last).run() > 0) {
      session.someWait(webhook);
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
