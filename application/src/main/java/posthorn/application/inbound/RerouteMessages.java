package posthorn.application.inbound;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.InboundMessages;
import posthorn.application.port.InboundQuery;
import posthorn.application.port.Page;
import posthorn.domain.inbound.InboundId;
import posthorn.domain.inbound.ReceivedMessage;
import posthorn.domain.inbound.Routing.Routed;

/** Routes a page of kept messages anew: those that came before somebody made their route. */
public final class RerouteMessages {
  private final InboundMessages messages;
  private final RerouteMessage rerouteMessage;

  public RerouteMessages(InboundMessages messages, RerouteMessage rerouteMessage) {
    this.messages = messages;
    this.rerouteMessage = rerouteMessage;
  }

  /**
   * What became of the page.
   *
   * @param unrouted those that lead nowhere still
   * @param next what the next page is to begin after; null if nothing follows
   */
  public record Result(int routed, int unrouted, @Nullable InboundId next) {}

  public Result reroute(InboundQuery query, Instant now) {
    Page<ReceivedMessage, InboundId> page = messages.page(query);
    int routed = 0;
    for (ReceivedMessage message : page.items()) {
      if (rerouteMessage.reroute(message, now)
          instanceof RerouteMessage.Result.Rerouted(_, Routed _)) {
        routed++;
      }
    }
    return new Result(routed, page.items().size() - routed, page.next());
  }
}
