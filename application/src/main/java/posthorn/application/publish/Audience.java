package posthorn.application.publish;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import posthorn.domain.event.Event;
import posthorn.domain.event.PayloadFormat;
import posthorn.domain.filter.JsonReader;
import posthorn.domain.filter.JsonValue;
import posthorn.domain.webhook.PayloadFilter;
import posthorn.domain.webhook.Webhook;

/** Who gets an event: the webhooks that want its type, and whose filters let it through. */
final class Audience {
  private Audience() {}

  static List<Webhook> of(Event event, List<Webhook> all) {
    var wanting = new ArrayList<Webhook>();
    boolean filtered = false;
    for (Webhook webhook : all) {
      if (webhook.wants(event.type())) {
        wanting.add(webhook);
        filtered |= webhook.sending().filter() != null;
      }
    }
    // Most have no filter, and then nobody looks into the event.
    if (!filtered) {
      return wanting;
    }
    JsonValue content = JsonReader.read(PayloadFormat.standard(event));
    Predicate<Webhook> lets =
        webhook -> {
          PayloadFilter filter = webhook.sending().filter();
          return filter == null || filter.lets(content);
        };
    return wanting.stream().filter(lets).toList();
  }
}
