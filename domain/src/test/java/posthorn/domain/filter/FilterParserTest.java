package posthorn.domain.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.field.FieldError;
import posthorn.domain.filter.JsonValue.JsonArray;
import posthorn.domain.filter.JsonValue.JsonNull;
import posthorn.domain.filter.JsonValue.JsonObject;
import posthorn.domain.filter.JsonValue.JsonString;
import posthorn.domain.testing.Law;

class FilterParserTest {
  private static List<FieldError> errors(JsonValue json) {
    return switch (FilterParser.parse("filter", json)) {
      case ParsedFilter.Invalid(var errors) -> errors;
      case ParsedFilter.Valid _ -> List.of();
    };
  }

  private static List<FieldError> errors(String json) {
    return errors(JsonText.parse(json));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "[]                             ; filter                  ; must be an object of JSON"
            + " pointers, 'any', 'all', 'none' or 'not'",
        "{}                             ; filter                  ; must have at least one"
            + " condition",
        "{\"any\": {}}                  ; filter.any              ; must be a list of at least one"
            + " condition",
        "{\"all\": []}                  ; filter.all              ; must be a list of at least one"
            + " condition",
        "{\"none\": 1}                  ; filter.none             ; must be a list of at least one"
            + " condition",
        "{\"not\": []}                  ; filter.not              ; must be an object of JSON"
            + " pointers, 'any', 'all', 'none' or 'not'",
        "{\"any\": [{\"/a\": 1}, 2]}    ; filter.any[1]           ; must be an object of JSON"
            + " pointers, 'any', 'all', 'none' or 'not'",
        "{\"/a\": [1]}                  ; filter[\"/a\"]          ; must be a plain value or an"
            + " object of operators, such as 'in' for a list",
        "{\"/a\": {\"in\": []}}         ; filter[\"/a\"].in       ; must be a list of at least one"
            + " value",
        "{\"/a\": {\"in\": 1}}          ; filter[\"/a\"].in       ; must be a list of at least one"
            + " value",
        "{\"/a\": {\"exists\": 1}}      ; filter[\"/a\"].exists   ; must be true or false",
        "{\"/a\": {\"prefix\": 1}}      ; filter[\"/a\"].prefix   ; must be a string",
        "{\"/a\": {\"suffix\": 1}}      ; filter[\"/a\"].suffix   ; must be a string",
        "{\"/a\": {\"gt\": true}}       ; filter[\"/a\"].gt       ; must be a number or a string",
        "{\"/a\": {\"gte\": {}}}        ; filter[\"/a\"].gte      ; must be a number or a string",
        "{\"/a\": {\"lt\": [1]}}        ; filter[\"/a\"].lt       ; must be a number or a string",
        "{\"/a\": {\"lte\": null}}      ; filter[\"/a\"].lte      ; must be a number or a string",
        "{\"/a\": {\"any\": 1}}         ; filter[\"/a\"].any      ; must be a list of at least one"
            + " condition",
        "{\"/a\": {\"all\": [{}]}}      ; filter[\"/a\"].all[0]   ; must have at least one"
            + " condition",
        "{\"/a\": {\"none\": []}}       ; filter[\"/a\"].none     ; must be a list of at least one"
            + " condition",
        "{\"/a\": {\"not\": [1]}}       ; filter[\"/a\"].not      ; must be a plain value or an"
            + " object of operators, such as 'in' for a list",
        "{\"a\\\"b\\\\\": 1}            ; filter[\"a\\\"b\\\\\"]  ; must be a JSON pointer, 'any',"
            + " 'all', 'none' or 'not'",
        "{\"az\": 1}                    ; filter.az               ; must be a JSON pointer, 'any',"
            + " 'all', 'none' or 'not'",
        "{\"a{\": 1}                    ; filter[\"a{\"]          ; must be a JSON pointer, 'any',"
            + " 'all', 'none' or 'not'",
      })
  void a_mistake_is_named_with_its_place(String json, String field, String message) {
    assertThat(errors(json)).containsExactly(new FieldError(field, message));
  }

  @Test
  void an_empty_operator_is_quoted_in_its_path() {
    assertThat(errors("{\"/a\": {\"\": 1}}"))
        .extracting(FieldError::field)
        .containsExactly("filter[\"/a\"][\"\"]");
  }

  @Test
  void all_mistakes_are_named_in_the_order_they_were_written() {
    assertThat(errors("{\"x\": 1, \"/a\": {\"gt\": null, \"in\": 1}, \"any\": [[], {\"y\": 1}]}"))
        .extracting(FieldError::field)
        .containsExactly(
            "filter.x",
            "filter[\"/a\"].gt",
            "filter[\"/a\"].in",
            "filter.any[0]",
            "filter.any[1].y");
  }

  @Test
  void one_good_condition_does_not_hide_a_mistake() {
    assertThat(errors("{\"/a\": 1, \"x\": 1}")).hasSize(1);
    assertThat(errors("{\"any\": [{\"/a\": 1}, {\"x\": 1}]}")).hasSize(1);
  }

  @Test
  void the_empty_pointer_is_about_the_whole_event() {
    var parsed = FilterParser.parse("filter", JsonText.parse("{\"\": {\"equals\": {\"a\": 1}}}"));
    assertThat(parsed).isInstanceOf(ParsedFilter.Valid.class);
    Filter filter = ((ParsedFilter.Valid) parsed).filter();
    assertThat(filter.matches(JsonText.parse("{\"a\": 1}"))).isTrue();
    assertThat(filter.matches(JsonText.parse("{\"a\": 1, \"b\": 1}"))).isFalse();
  }

  @Test
  void the_path_begins_with_the_name_the_caller_gave() {
    assertThat(FilterParser.parse("webhook.filter", new JsonNull()))
        .isEqualTo(
            new ParsedFilter.Invalid(
                List.of(
                    new FieldError(
                        "webhook.filter",
                        "must be an object of JSON pointers, 'any', 'all', 'none' or 'not'"))));
  }

  private static JsonValue nested(int levels) {
    JsonValue inner = JsonText.parse("{\"/a\": 1}");
    for (int i = 2; i < levels; i++) {
      inner = new JsonObject(Map.of("not", inner));
    }
    return inner;
  }

  @Test
  void sixteen_levels_are_read_and_seventeen_refused() {
    assertThat(errors(nested(16))).isEmpty();
    assertThat(errors(nested(17)))
        .containsExactly(new FieldError("filter", "must not be nested deeper than 16 levels"));
  }

  @Test
  void an_operand_counts_as_deep_as_it_is() {
    JsonValue operand = new JsonNull();
    for (int i = 0; i < 13; i++) {
      operand = new JsonArray(List.of(operand));
    }
    JsonValue allowed = operand;
    assertThat(errors(new JsonObject(Map.of("/a", new JsonObject(Map.of("equals", allowed))))))
        .isEmpty();
    JsonValue deeper = new JsonArray(List.of(allowed));
    assertThat(errors(new JsonObject(Map.of("/a", new JsonObject(Map.of("equals", deeper))))))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"not", "equals", "in"})
  void a_filter_of_a_million_levels_does_not_exhaust_the_stack(String name) {
    JsonValue deep = new JsonNull();
    for (int i = 0; i < 500_000; i++) {
      deep = new JsonObject(Map.of(name, new JsonArray(List.of(deep))));
    }
    assertThat(errors(deep))
        .containsExactly(new FieldError("filter", "must not be nested deeper than 16 levels"));
  }

  private static JsonValue inOf(int values) {
    var list = new JsonArray(Collections.nCopies(values, new JsonString("x")));
    return new JsonObject(Map.of("/a", new JsonObject(Map.of("in", list))));
  }

  @Test
  void a_thousand_values_are_read_and_one_more_refused() {
    assertThat(errors(inOf(997))).isEmpty();
    assertThat(errors(inOf(998)))
        .containsExactly(new FieldError("filter", "must not have more than 1000 values"));
    assertThat(errors(inOf(1_000_000))).hasSize(1);
  }

  @Test
  void a_deep_event_is_compared_only_as_deep_as_the_filter() {
    JsonValue deep = new JsonNull();
    for (int i = 0; i < 500_000; i++) {
      deep = new JsonArray(List.of(deep));
    }
    var parsed =
        FilterParser.parse("filter", JsonText.parse("{\"/v\": {\"in\": [[[[]]], [[[1]]]]}}"));
    Filter filter = ((ParsedFilter.Valid) parsed).filter();
    assertThat(filter.matches(new JsonObject(Map.of("v", deep)))).isFalse();
  }

  @Test
  void not_is_the_opposite_and_none_is_not_any_whatever_the_event() {
    Law.holds(random -> {
      JsonValue first = filter(random, 3);
      JsonValue second = filter(random, 3);
      var both = new JsonArray(List.of(first, second));
      JsonValue event = event(random, 3);
      boolean a = matches(first, event);
      boolean b = matches(second, event);
      assertThat(matches(new JsonObject(Map.of("not", first)), event)).isEqualTo(!a);
      assertThat(matches(new JsonObject(Map.of("all", both)), event)).isEqualTo(a && b);
      assertThat(matches(new JsonObject(Map.of("any", both)), event)).isEqualTo(a || b);
      assertThat(matches(new JsonObject(Map.of("none", both)), event)).isEqualTo(!a && !b);
    });
  }

  private static boolean matches(JsonValue filter, JsonValue event) {
    var parsed = FilterParser.parse("filter", filter);
    assertThat(parsed).isInstanceOf(ParsedFilter.Valid.class);
    return ((ParsedFilter.Valid) parsed).filter().matches(event);
  }

  private static JsonValue filter(Random random, int depth) {
    String pointer = List.of("/a", "/b", "/a/b", "/a/0", "").get(random.nextInt(5));
    if (depth > 0 && random.nextInt(3) == 0) {
      return new JsonObject(Map.of("not", filter(random, depth - 1)));
    }
    String operand = List.of("1", "\"x\"", "0.5").get(random.nextInt(3));
    String operator = List.of("equals", "gt", "gte", "lt", "lte").get(random.nextInt(5));
    return JsonText.parse("{\"%s\": {\"%s\": %s}}".formatted(pointer, operator, operand));
  }

  private static JsonValue event(Random random, int depth) {
    if (depth == 0 || random.nextInt(4) == 0) {
      return JsonText.parse(
          List.of("1", "1.0", "\"x\"", "\"\"", "null", "true", "2").get(random.nextInt(7)));
    }
    if (random.nextInt(3) == 0) {
      return new JsonArray(
          IntStream.range(0, random.nextInt(3)).mapToObj(_ -> event(random, depth - 1)).toList());
    }
    return new JsonObject(Map.of("a", event(random, depth - 1), "b", event(random, depth - 1)));
  }
}
