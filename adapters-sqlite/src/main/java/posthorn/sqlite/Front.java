package posthorn.sqlite;

import java.util.List;
import java.util.stream.Stream;
import posthorn.domain.dispatch.Work;
import posthorn.domain.webhook.WebhookId;

/** How far the taking of one kind of a webhook's work has come: it goes on behind that place. */
record Front(WebhookId webhook, Work work, Position at) {

  /** For a statement: of each the webhook, the kind, and the two parts of the place. */
  static String json(Stream<Front> fronts) {
    return Json.array(
        fronts.map(front ->
            List.of(
                front.webhook().value(),
                WorkNumber.of(front.work()),
                front.at().dueAt(),
                front.at().row())));
  }
}
