package posthorn.domain.inbound;

import java.util.Optional;
import posthorn.domain.filter.JsonPointer;
import posthorn.domain.filter.JsonValue.JsonString;

/**
 * Slack's question whether an address is ours: a signed message that is to be answered with the
 * text in it. It is no event, and is not kept.
 */
public final class UrlChallenge {
  private static final String KIND = "slack";
  private static final Lookup TYPE = Lookup.Pointer.to("/type");
  private static final JsonPointer CHALLENGE = JsonPointer.of("/challenge");

  private UrlChallenge() {}

  /** What to answer with, if the message is such a question. */
  public static Optional<String> in(InboundMessage message, ProviderPreset kind) {
    if (!kind.name().equals(KIND)
        || TYPE.in(message).filter("url_verification"::equals).isEmpty()) {
      return Optional.empty();
    }
    return Optional.ofNullable(message.body())
        .flatMap(CHALLENGE::find)
        .flatMap(found ->
            found instanceof JsonString(String text) ? Optional.of(text) : Optional.empty());
  }
}
