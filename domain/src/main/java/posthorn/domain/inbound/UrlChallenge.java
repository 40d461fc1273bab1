package posthorn.domain.inbound;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.JsonString;
import posthorn.domain.filter.JsonPointer;
import posthorn.domain.filter.JsonValue;

/**
 * A provider's question whether an address is ours: a rightly signed message that is to be answered
 * with some JSON. It is no event, and is not kept.
 */
public enum UrlChallenge {
  /** Asks nothing. */
  NONE {
    @Override
    Optional<String> answerTo(JsonValue body, Function<String, Optional<String>> mac) {
      return Optional.empty();
    }
  },

  /** Wants the text in it back. */
  SLACK {
    @Override
    Optional<String> answerTo(JsonValue body, Function<String, Optional<String>> mac) {
      return text(body, "/type")
          .filter("url_verification"::equals)
          .flatMap(_ -> text(body, "/challenge"))
          .map(text -> object("challenge", text));
    }
  },

  /**
   * Wants the text in it back, and the text's HMAC with the secret. A sender signs {@code
   * v0:time:body} with that secret, which must not be got out of here: a token has no colon.
   */
  ZOOM {
    @Override
    Optional<String> answerTo(JsonValue body, Function<String, Optional<String>> mac) {
      Optional<String> plain =
          text(body, "/event")
              .filter("endpoint.url_validation"::equals)
              .flatMap(_ -> text(body, "/payload/plainToken"))
              .filter(TOKEN.asMatchPredicate());
      return plain.flatMap(
          text -> mac.apply(text).map(code -> object("plainToken", text, "encryptedToken", code)));
    }
  },

  /** A ping of its events wants an empty answer, one of its interactions itself. */
  DISCORD {
    @Override
    Optional<String> answerTo(JsonValue body, Function<String, Optional<String>> mac) {
      if (isType(body, 0)) {
        return Optional.of("");
      }
      boolean ofInteractions = isType(body, 1) && JsonPointer.of("/event").find(body).isEmpty();
      return ofInteractions ? Optional.of("{\"type\":1}") : Optional.empty();
    }
  };

  /** What Zoom asks with is of such characters, and shorter. */
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{1,128}");

  /**
   * The JSON to answer with, if the message is such a question; empty text where nothing is to be
   * said.
   *
   * @param mac the HMAC-SHA256 of a text in hex, with the key that the message is signed with
   */
  public Optional<String> answerTo(InboundMessage message, Function<String, Optional<String>> mac) {
    @Nullable JsonValue body = message.body();
    return body == null ? Optional.empty() : answerTo(body, mac);
  }

  abstract Optional<String> answerTo(JsonValue body, Function<String, Optional<String>> mac);

  private static Optional<String> text(JsonValue body, String pointer) {
    return JsonPointer.of(pointer)
        .find(body)
        .flatMap(found ->
            found instanceof JsonValue.JsonString(String text)
                ? Optional.of(text)
                : Optional.empty());
  }

  private static boolean isType(JsonValue body, int type) {
    return Lookup.Pointer.to("/type").in(new InboundMessage(Map.of(), body)).stream()
        .anyMatch(Integer.toString(type)::equals);
  }

  private static String object(String... namesAndValues) {
    var json = new StringBuilder("{");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      json.append(i == 0 ? "" : ",")
          .append(JsonString.quoted(namesAndValues[i]))
          .append(':')
          .append(JsonString.quoted(namesAndValues[i + 1]));
    }
    return json.append('}').toString();
  }
}
