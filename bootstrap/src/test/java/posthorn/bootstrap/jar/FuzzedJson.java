package posthorn.bootstrap.jar;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Values as the schemas of the API's description want them, and values that nobody wants. */
final class FuzzedJson {
  /** What a field of that name may well be. */
  private static final Map<String, String> RIGHT =
      Map.of(
          "event_type", "user.created",
          "name", "a name",
          "id", "tenant-a",
          "secret", "0123456789abcdef0123456789abcdef",
          "tenant_id", "default",
          "intent", "code_review",
          "source", "s");

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "a",
          "user.*",
          "*",
          "file:///etc/passwd",
          "https://[::1]:1/",
          "9999-12-31T23:59:59Z",
          "-999999999-01-01",
          "acme",
          "' or 1=1 --",
          "%s%n",
          "📯 é ß 漢",
          "\\u0000",
          "\\ud800",
          "\\u202e",
          "\\r\\nX-A: b",
          "a".repeat(256),
          "a".repeat(70_000));

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-1",
          "1",
          "-0",
          "0.5",
          "1e3",
          "1e400",
          "1e99999999999",
          "1E-99999",
          "2147483648",
          "9223372036854775808",
          "99999999999999999999999999",
          "01",
          "NaN",
          "9".repeat(2_000));

  private final JsonNode schemas;
  private final List<String> ids;
  private final Random random;

  /** Of how many values one is odd; 0 where none is. */
  private final int odds;

  FuzzedJson(JsonNode schemas, List<String> ids, Random random) {
    this.schemas = schemas;
    this.ids = ids;
    this.random = random;
    this.odds = pick(List.of(0, 3, 10), random);
  }

  static <T> T pick(List<T> of, Random random) {
    return of.get(random.nextInt(of.size()));
  }

  /** A value for the field, or the parameter, of that name. */
  String of(String name, JsonNode schema) {
    if (odds > 0 && random.nextInt(odds) == 0) {
      return odd(2);
    }
    if (schema.has("$ref")) {
      String reference = schema.path("$ref").asString();
      return of(name, schemas.path(reference.substring(reference.lastIndexOf('/') + 1)));
    }
    if (schema.has("oneOf")) {
      return of(name, pick(list(schema.path("oneOf")), random));
    }
    if (schema.has("enum")) {
      return pick(list(schema.path("enum")), random).toString();
    }
    JsonNode type = schema.path("type");
    String wanted = type.isArray() ? type.path(0).asString() : type.asString("");
    return switch (wanted) {
      case "string" -> '"' + text(name, schema.path("format").asString("")) + '"';
      case "integer", "number" ->
          Long.toString(schema.path("minimum").asLong(1) + random.nextInt(50));
      case "boolean" -> Boolean.toString(random.nextBoolean());
      case "array" ->
          IntStream.rangeClosed(0, random.nextInt(2))
              .mapToObj(_ -> of(name, schema.path("items")))
              .collect(Collectors.joining(",", "[", "]"));
      case "object" -> object(schema);
      default -> pick(List.of("{\"a\":1}", "7", "[]", "\"text\"", "null"), random);
    };
  }

  private String object(JsonNode schema) {
    List<String> required = list(schema.path("required")).stream().map(JsonNode::asString).toList();
    return schema.path("properties").properties().stream()
        .filter(field -> required.contains(field.getKey()) || random.nextInt(5) == 0)
        .filter(_ -> odds == 0 || random.nextInt(30) > 0)
        .map(field -> '"' + field.getKey() + "\":" + of(field.getKey(), field.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private String text(String name, String format) {
    return switch (format) {
      case "uri" -> "http://127.0.0.1:1/hook";
      case "email" -> "a@b.example";
      case "date-time" -> "2026-01-01T00:00:00Z";
      default ->
          name.endsWith("id") && random.nextBoolean()
              ? pick(ids, random)
              : RIGHT.getOrDefault(name, "user.*");
    };
  }

  /** One that fits nowhere, or only by chance. */
  String odd(int depth) {
    return switch (random.nextInt(depth == 0 ? 4 : 6)) {
      case 0 -> pick(NUMBERS, random);
      case 1 -> pick(List.of("true", "null"), random);
      case 2, 3 -> '"' + pick(TEXTS, random) + '"';
      case 4 ->
          IntStream.range(0, random.nextInt(4))
              .mapToObj(_ -> odd(depth - 1))
              .collect(Collectors.joining(",", "[", "]"));
      default ->
          IntStream.range(0, random.nextInt(4))
              .mapToObj(i -> "\"a" + i % 3 + "\":" + odd(depth - 1))
              .collect(Collectors.joining(",", "{", "}"));
    };
  }

  private static List<JsonNode> list(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }
}
