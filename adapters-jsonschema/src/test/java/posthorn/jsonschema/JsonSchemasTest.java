package posthorn.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.application.port.Schemas.Compilation;
import posthorn.application.port.Schemas.Compilation.Compiled;
import posthorn.application.port.Schemas.Compilation.Wrong;
import posthorn.application.port.Schemas.Effort;
import posthorn.application.port.Schemas.Judgement;
import posthorn.application.port.Schemas.Judgement.GivenUp;
import posthorn.application.port.Schemas.Judgement.Judged;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.field.FieldError;

class JsonSchemasTest {
  private static final Effort EFFORT = new Effort(2_000_000, 500_000_000, () -> false);

  private final JsonSchemas schemas = new JsonSchemas();

  @Test
  void data_is_judged_by_its_schema() {
    String schema =
        """
        {"type": "object", "required": ["id"], "additionalProperties": false,
         "properties": {"id": {"type": "string", "pattern": "^[a-z]+$"},
                        "a/b~c": {"items": {"minimum": 3}}}}
        """;

    assertThat(violations(schema, "{\"id\": \"abc\", \"a/b~c\": [3, 4]}")).isEmpty();
    assertThat(fields(violations(schema, "{\"id\": \"ABC\", \"a/b~c\": [3, 2]}")))
        .containsExactlyInAnyOrder("data/id", "data/a~1b~0c/1");
    assertThat(violations(schema, "{}"))
        .singleElement()
        .satisfies(error -> assertThat(error.field()).isEqualTo("data"))
        .satisfies(error -> assertThat(error.message()).contains("id"));
    assertThat(fields(violations(schema, "[]"))).containsExactly("data");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://json-schema.org/draft-04/schema#",
        "http://json-schema.org/draft-06/schema#",
        "http://json-schema.org/draft-07/schema",
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft/2019-09/schema",
        "https://json-schema.org/draft/2020-12/schema"
      })
  void every_draft_is_understood(String draft) {
    String schema = "{\"$schema\": \"" + draft + "\", \"type\": \"integer\"}";

    assertThat(violations(schema, "1")).isEmpty();
    assertThat(violations(schema, "\"1\"")).hasSize(1);
  }

  @Test
  void a_schema_may_be_true_or_false() {
    assertThat(violations("true", "1")).isEmpty();
    assertThat(violations("false", "1")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[] | schema",
        "\"object\" | schema",
        "7 | schema",
        "{\"type\": \"text\"} | schema/type",
        "{\"properties\": {\"a\": 7}} | schema/properties/a",
        "{\"required\": \"id\"} | schema/required",
        "{\"minimum\": \"1\"} | schema/minimum",
        "{\"properties\": {\"a\": {\"pattern\": \"(\"}}} | schema/properties/a/pattern",
        "{\"$schema\": \"https://example.com/mine\"} | schema/$schema",
        "{\"$schema\": 7} | schema/$schema",
        "{\"$ref\": \"#/$defs/none\"} | schema/$ref",
        "{\"properties\": {\"a\": {\"$ref\": \"#/$defs/none\"}}} | schema/properties/a/$ref",
        "{\"items\": {\"$ref\": \"https://example.com/schema.json\"}} | schema/items/$ref",
        "{\"$ref\": \"http://127.0.0.1:1/schema.json\"} | schema/$ref",
        "{\"$ref\": \"file:///etc/passwd\"} | schema/$ref",
        "{\"$ref\": \"classpath:draft-07\"} | schema/$ref",
        "{\"$ref\": \"other.json\"} | schema/$ref",
      })
  void what_is_no_schema_is_refused_with_where_it_is_wrong(String schema, String field) {
    assertThat(schemas.compile(JsonBytes.of(schema)))
        .isInstanceOfSatisfying(
            Wrong.class, wrong -> assertThat(fields(wrong.errors())).contains(field));
  }

  @Test
  void a_reference_within_the_schema_or_to_a_draft_is_followed() {
    assertThat(
            violations(
                "{\"$defs\": {\"n\": {\"type\": \"integer\"}}, \"items\": {\"$ref\":"
                    + " \"#/$defs/n\"}}",
                "[1, \"2\"]"))
        .hasSize(1);
    assertThat(
            violations(
                "{\"$ref\": \"https://json-schema.org/draft/2020-12/schema\"}", "{\"type\": 7}"))
        .isNotEmpty();
  }

  @Test
  void no_schema_sees_another() {
    usable("{\"$id\": \"https://example.com/mine\", \"type\": \"integer\"}");

    assertThat(schemas.compile(JsonBytes.of("{\"$ref\": \"https://example.com/mine\"}")))
        .isInstanceOf(Wrong.class);
  }

  @Test
  void a_recursive_schema_judges_recursive_data() {
    String tree = "{\"properties\": {\"left\": {\"$ref\": \"#\"}, \"n\": {\"type\": \"integer\"}}}";

    assertThat(violations(tree, "{\"left\": {\"left\": {\"n\": 1}}}")).isEmpty();
    assertThat(fields(violations(tree, "{\"left\": {\"left\": {\"n\": \"1\"}}}")))
        .containsExactly("data/left/left/n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"$ref\": \"#\"}",
        "{\"allOf\": [{\"$ref\": \"#\"}]}",
        "{\"$defs\": {\"a\": {\"$ref\": \"#/$defs/b\"}, \"b\": {\"not\": {\"$ref\":"
            + " \"#/$defs/a\"}}}, \"$ref\": \"#/$defs/a\"}",
      })
  void a_schema_that_goes_round_in_circles_is_refused(String schema) {
    assertThat(schemas.compile(JsonBytes.of(schema))).isInstanceOf(Wrong.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"^(a+)+b$", "(x+x+)+y", "^(a|aa)+$", "a*a*a*a*a*a*b", "^(a|b)*$"})
  void a_pattern_takes_no_more_time_than_its_text_is_long(String pattern) {
    String schema = "{\"pattern\": \"" + pattern + "\"}";

    assertThat(fields(violations(schema, "\"" + "a".repeat(100_000) + "!\"")))
        .containsExactly("data");
  }

  @Test
  void a_pattern_too_large_for_a_text_so_long_is_given_up() {
    String schema = "{\"pattern\": \"(.{0,1000}){5}b$\"}";

    assertThat(violations(schema, "\"" + "a".repeat(100) + "b\"")).isEmpty();
    assertThat(judgement(schema, "\"" + "a".repeat(200_000) + "\"", EFFORT))
        .isEqualTo(new GivenUp());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"%s\"", "[\"%s\"]", "{\"a\": \"%s\"}"})
  void elements_that_were_chosen_to_have_the_same_hash_are_not_compared(String form) {
    String schema = "{\"properties\": {\"ids\": {\"uniqueItems\": true}}}";
    String colliding = "{\"ids\": [" + elements(form, "Aa", "BB") + "]}";

    assertThat(violations(schema, colliding))
        .containsExactly(
            new FieldError("data/ids", "has elements that take too long to be told apart"));
    assertThat(violations(schema, "{\"ids\": [" + elements(form, "Aa", "Ab") + "]}")).isEmpty();
    assertThat(violations("{}", colliding)).isEmpty();
    assertThat(fields(violations(schema, "{\"ids\": [7" + ",7".repeat(5_000) + "]}")))
        .containsExactly("data/ids");
  }

  /** A thousand and more different ones, of ten of these pairs each. */
  private static String elements(String form, String one, String two) {
    return IntStream.range(0, 1 << 10)
        .mapToObj(i ->
            form.formatted(
                IntStream.range(0, 10)
                    .mapToObj(bit -> (i >> bit & 1) == 0 ? one : two)
                    .collect(Collectors.joining())))
        .collect(Collectors.joining(","));
  }

  @Test
  void keywords_beyond_the_effort_are_given_up() {
    String schema = "{\"items\": {\"minimum\": 1}}";
    var little = new Effort(100, 100, () -> false);

    assertThat(judgement(schema, "[1, 2]", little)).isEqualTo(new Judged(List.of()));
    assertThat(judgement(schema, "[1" + ",1".repeat(100) + "]", little)).isEqualTo(new GivenUp());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"items\": {\"minimum\": 1}} | 1",
        "{\"items\": {\"pattern\": \"^.{0,1000}$\"}} | \"abc\"",
        "{\"patternProperties\": {\"^.{0,1000}$\": {\"items\": {}}}, \"items\": {\"type\":"
            + " [\"number\", \"string\"]}} | 7"
      })
  void whatever_is_judged_the_time_is_looked_at(String schema, String element) {
    var looks = new AtomicInteger();
    var shortLived = new Effort(2_000_000, 500_000_000, () -> looks.incrementAndGet() > 3);

    assertThat(judgement(schema, "[" + (element + ",").repeat(5_000) + element + "]", shortLived))
        .isEqualTo(new GivenUp());
    assertThat(looks).hasValue(4);
  }

  @Test
  void a_compiled_schema_says_how_much_memory_it_takes() {
    long little = usable("{\"type\": \"object\"}").bytes();

    assertThat(usable("{\"type\": \"object\", \"required\": [\"id\"]}").bytes())
        .isGreaterThan(little);
    assertThat(usable("{\"pattern\": \"a{1000}\"}").bytes()).isGreaterThan(little + 10_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "^(?=a) ~ lookahead ('(?=')",
        "^(?!a) ~ lookahead ('(?!')",
        "(?<=a)b ~ lookbehind ('(?<=a)",
        "(?<!a)b ~ lookbehind ('(?<!a)",
        "(?>a) ~ atomic group",
        "(a)\\\\1 ~ backreference ('\\1')",
        "(?<n>a)\\\\k<n> ~ backreference ('\\k')",
        "( ~ missing closing )",
        "a++ ~ '++'",
        "a{1001} ~ repeats something 1001 times, more than 1000",
        "(?=){2147483647}(?!) ~ 2147483647",
        "(a{1000}){1000} ~ too large",
        "((((a{90}){90}){90}){90}){90} ~ too large",
      })
  void a_pattern_that_takes_more_than_linear_time_is_refused_with_its_place(
      String pattern, String reason) {
    for (String schema :
        List.of(
            "{\"properties\": {\"a/b\": {\"pattern\": \"%s\"}}}",
            "{\"$schema\": \"http://json-schema.org/draft-04/schema#\","
                + " \"properties\": {\"a/b\": {\"pattern\": \"%s\"}}}")) {
      assertThat(wrong(schema.formatted(pattern)).errors())
          .singleElement()
          .satisfies(error -> assertThat(error.field()).isEqualTo("schema/properties/a~1b/pattern"))
          .satisfies(error -> assertThat(error.message()).contains(reason));
    }
    assertThat(fields(wrong("{\"patternProperties\": {\"%s\": {}}}".formatted(pattern)).errors()))
        .containsExactly("schema/patternProperties/" + pattern.replace("\\\\", "\\"));
  }

  @Test
  void patterns_that_are_too_large_together_are_refused() {
    String patterns =
        IntStream.range(0, 60)
            .mapToObj(i -> "{\"pattern\": \"a{1000}%d\"}".formatted(i))
            .collect(Collectors.joining(","));

    assertThat(fields(wrong("{\"anyOf\": [" + patterns + "]}").errors())).containsExactly("schema");
  }

  @Test
  void what_looks_like_a_pattern_in_data_is_none() {
    usable("{\"const\": [{\"pattern\": \"(?=a)\"}], \"enum\": [{\"pattern\": \"(\"}]}");
    usable("{\"properties\": {\"pattern\": {\"type\": \"string\"}}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "^[a-z]{2,3}$ ~ abc ~ abcd",
        "^[\\\\w.-]+@\\\\w+$ ~ a.b-c@d ~ a b",
        "^\\\\u00e9+$ ~ éé ~ e",
        "^\\\\uD83D\\\\uDE00$ ~ 😀 ~ :",
        "^\\\\p{Letter}+$ ~ Äb ~ 1",
        "^\\\\p{Script=Greek}$ ~ λ ~ l",
        "^(?<year>\\\\d{4})$ ~ 2026 ~ 26",
        "^\\\\cI$ ~ \\t ~ I",
        "^a{,2}$ ~ a{,2} ~ aa",
        "^\\\\d+\\\\/\\\\d+$ ~ 1/2 ~ 12",
        "^a$ ~ a ~ a\\n",
      })
  void a_pattern_of_ecmascript_means_what_it_means_there(String pattern, String yes, String no) {
    String schema = "{\"pattern\": \"" + pattern + "\"}";

    assertThat(violations(schema, "\"" + yes + "\"")).isEmpty();
    assertThat(violations(schema, "\"" + no + "\"")).hasSize(1);
  }

  @Test
  void a_text_far_longer_than_its_format_is_refused() {
    String draft = "\"$schema\": \"http://json-schema.org/draft-07/schema#\"";
    String schema = "{" + draft + ", \"items\": {\"format\": \"email\"}}";

    assertThat(violations(schema, "[\"a@example.com\"]")).isEmpty();
    assertThat(fields(violations(schema, "[\"a@" + " @".repeat(100_000) + "\"]")))
        .containsExactly("data/0");
  }

  @Test
  void references_that_multiply_are_given_up() {
    String doubling =
        IntStream.range(0, 60)
            .mapToObj(i ->
                "\"a%d\": {\"allOf\": [{\"$ref\": \"#/$defs/a%d\"}, {\"$ref\": \"#/$defs/a%d\"}]}"
                    .formatted(i, i + 1, i + 1))
            .collect(Collectors.joining(", "));

    Compilation compilation =
        schemas.compile(
            JsonBytes.of("{\"$defs\": {" + doubling + ", \"a60\": {}}, \"$ref\": \"#/$defs/a0\"}"));

    assertThat(compilation).isInstanceOf(Wrong.class);
  }

  @Test
  void a_number_beyond_all_measure_is_no_fault_of_ours() {
    for (String schema :
        List.of(
            "{\"multipleOf\": 0.3}",
            "{\"maximum\": 7}",
            "{\"type\": \"integer\"}",
            "{\"const\": 1}")) {
      assertThat(violations(schema, "1e999999999")).isNotEmpty();
      assertThat(fields(violations(schema, "{\"a\": [0, -1e400]}"))).contains("data/a/1");
    }
    assertThat(violations("{\"type\": \"number\"}", "9".repeat(900))).isEmpty();
  }

  @Test
  void at_most_twenty_violations_are_named_and_none_at_length() {
    List<FieldError> many =
        violations(
            "{\"items\": {\"enum\": [\"" + "x".repeat(10_000) + "\"]}}",
            "[" + "1,".repeat(99) + "1]");

    assertThat(many).hasSize(20);
    assertThat(many).allSatisfy(error -> assertThat(error.message()).hasSizeLessThan(400));
  }

  @Test
  void the_largest_data_is_judged() {
    String numbers = "[1" + ",1".repeat(130_000) + "]";

    assertThat(violations("{\"items\": {\"type\": \"integer\", \"minimum\": 1}}", numbers))
        .isEmpty();
  }

  private List<FieldError> violations(String schema, String data) {
    Judgement judgement = judgement(schema, data, EFFORT);
    assertThat(judgement).isInstanceOf(Judged.class);
    return ((Judged) judgement).violations();
  }

  private Judgement judgement(String schema, String data, Effort effort) {
    return usable(schema).schema().judge(JsonBytes.of(data), effort);
  }

  private Wrong wrong(String schema) {
    Compilation compilation = schemas.compile(JsonBytes.of(schema));
    assertThat(compilation).isInstanceOf(Wrong.class);
    return (Wrong) compilation;
  }

  private Compiled usable(String schema) {
    Compilation compilation = schemas.compile(JsonBytes.of(schema));
    assertThat(compilation).isInstanceOf(Compiled.class);
    return (Compiled) compilation;
  }

  private static List<String> fields(List<FieldError> errors) {
    return errors.stream().map(FieldError::field).toList();
  }
}
