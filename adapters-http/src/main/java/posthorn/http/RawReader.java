package posthorn.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Cuts a request's body, in one pass over its bytes, as deep as its route looks into it. So an
 * event's data is sent on as the application wrote it, numbers and white space included, and is
 * never parsed into a tree.
 */
final class RawReader {
  /** A thousand events have fewer by far; it is memory that is kept here, not taste. */
  private static final int MOST_PARTS = 50_000;

  private final byte[] body;
  private final JsonParser parser;
  private int parts;

  private RawReader(byte[] body, JsonParser parser) {
    this.body = body;
    this.parser = parser;
  }

  /**
   * The fields of a body that is an object.
   *
   * @param depth 1 for these fields alone, one more for each level below that is cut too
   */
  static Map<String, RawValue> fieldsOf(byte[] body, int depth) {
    Utf8.require(body);
    try (JsonParser parser = Json.MAPPER.createParser(body)) {
      return new RawReader(body, parser).document(depth);
    } catch (JacksonException e) {
      throw new ProblemException(Problem.malformedJson(e.getOriginalMessage()));
    }
  }

  private Map<String, RawValue> document(int depth) {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new ProblemException(Problem.notAnObject());
    }
    Map<String, RawValue> fields = fields(depth - 1);
    if (parser.nextToken() != null) {
      throw new ProblemException(Problem.malformedJson("something follows the JSON object"));
    }
    return fields;
  }

  private Map<String, RawValue> fields(int depth) {
    var fields = new LinkedHashMap<String, RawValue>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      fields.put(name, value(depth));
    }
    return fields;
  }

  private List<RawValue> elements(int depth) {
    var elements = new ArrayList<RawValue>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(depth));
    }
    return elements;
  }

  private RawValue value(int depth) {
    if (++parts > MOST_PARTS) {
      throw new ProblemException(Problem.tooManyParts(MOST_PARTS));
    }
    int start = (int) parser.currentTokenLocation().getByteOffset();
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_STRING) {
      String text = parser.getString();
      return new RawValue.Text(from(start), text);
    }
    if (token == JsonToken.START_OBJECT && depth > 0) {
      Map<String, RawValue> fields = fields(depth - 1);
      return new RawValue.Fields(from(start), fields);
    }
    if (token == JsonToken.START_ARRAY && depth > 0) {
      List<RawValue> elements = elements(depth - 1);
      return new RawValue.Elements(from(start), elements);
    }
    parser.skipChildren();
    parser.finishToken();
    return new RawValue.Other(from(start));
  }

  /** What was read since. */
  private Slice from(int start) {
    return new Slice(body, start, (int) parser.currentLocation().getByteOffset());
  }
}
