package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import posthorn.domain.event.JsonBytes;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Cuts a JSON object into its fields, each with the very bytes it was written in. So an event's
 * data is sent on as the application wrote it, numbers and white space included, and is never
 * parsed into a tree.
 */
final class RawObject {
  private RawObject() {}

  static Map<String, JsonBytes> fieldsOf(byte[] body) {
    requireUtf8(body);
    try (JsonParser parser = Json.MAPPER.createParser(body)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new ProblemException(Problem.malformedJson("the body must be a JSON object"));
      }
      var fields = new LinkedHashMap<String, JsonBytes>();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        fields.put(name, nextValue(parser, body));
      }
      if (parser.nextToken() != null) {
        throw new ProblemException(Problem.malformedJson("something follows the JSON object"));
      }
      return fields;
    } catch (JacksonException e) {
      throw new ProblemException(Problem.malformedJson(e.getOriginalMessage()));
    }
  }

  private static JsonBytes nextValue(JsonParser parser, byte[] body) {
    parser.nextToken();
    int start = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    parser.finishToken();
    int end = (int) parser.currentLocation().getByteOffset();
    return new JsonBytes(Arrays.copyOfRange(body, start, end));
  }

  /** JSON is UTF-8; the parser would also take other encodings, and overlook some mistakes. */
  private static void requireUtf8(byte[] body) {
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
    } catch (CharacterCodingException _) {
      throw new ProblemException(Problem.malformedJson("the body is not UTF-8"));
    }
  }
}
