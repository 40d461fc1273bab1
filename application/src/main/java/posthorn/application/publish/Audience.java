package posthorn.application.publish;

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
    List<Webhook> wanting = all.stream().filter(webhook -> webhook.wants(event.type())).toList();
    // Most have no filter, and then nobody looks into the event.
    if (wanting.stream().allMatch(webhook -> webhook.sending().filter() == null)) {
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
