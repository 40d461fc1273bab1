package posthorn.domain.inbound;

import java.time.Instant;
import java.util.Map;
import posthorn.domain.filter.JsonText;
import posthorn.domain.id.IdForm;

final class Messages {
  private Messages() {}

  static InboundMessage message(Map<String, String> headers, String body) {
    return new InboundMessage(headers, JsonText.parse(body));
  }

  static InboundMessage body(String body) {
    return message(Map.of(), body);
  }

  static SourceId source(int number) {
    return new SourceId(IdForm.of(SourceId.PREFIX, Instant.EPOCH, 0, number));
  }

  static RouteId route(int number) {
    return new RouteId(IdForm.of(RouteId.PREFIX, Instant.EPOCH, 0, number));
  }
}
