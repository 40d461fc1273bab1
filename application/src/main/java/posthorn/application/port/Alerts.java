package posthorn.application.port;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.alert.Alert;
import posthorn.domain.alert.AlertKey;
import posthorn.domain.alert.AlertState;
import posthorn.domain.alert.Notice;
import posthorn.domain.alert.Watch;
import posthorn.domain.webhook.WebhookId;

/** Where alerts are, and which there were. */
public interface Alerts {

  /**
   * What the last look left behind.
   *
   * @param states of all that are not quiet
   * @param active the alerts that have fired and are not over
   * @param lookedAt null before the first look
   */
  record Memory(
      Map<AlertKey, AlertState> states,
      Map<AlertKey, Alert> active,
      Map<WebhookId, Watch> watches,
      @Nullable Instant lookedAt) {}

  /**
   * What a look has changed.
   *
   * @param states those that are others now
   * @param watches those that are others now
   * @param notices what there is to tell
   */
  record Look(
      Instant at,
      Map<AlertKey, AlertState> states,
      Map<WebhookId, Watch> watches,
      List<Alert> fired,
      List<Alert> resolved,
      List<Notice> notices) {}

  Memory memory();

  /** Writes all of it or, if it cannot, nothing. */
  void record(Look look);

  List<Alert> list(AlertQuery query);

  /** Forgets alerts that were over before that time; how many. */
  int removeOld(Instant before, int limit);
}
