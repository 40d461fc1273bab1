package posthorn.domain.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.testing.Law;

class ConditionTest {
  private static boolean holds(String condition, String value) {
    return matches(condition, "{\"v\": " + value + "}");
  }

  private static boolean holdsOnNothing(String condition) {
    return matches(condition, "{}");
  }

  private static boolean matches(String condition, String document) {
    var parsed = FilterParser.parse("filter", JsonText.parse("{\"/v\": " + condition + "}"));
    assertThat(parsed).isInstanceOf(ParsedFilter.Valid.class);
    return ((ParsedFilter.Valid) parsed).filter().matches(JsonText.parse(document));
  }

  @ParameterizedTest
  @CsvSource({
    "gt,  false, false, true",
    "gte, false, true,  true",
    "lt,  true,  false, false",
    "lte, true,  true,  false",
  })
  void a_bound_is_judged_from_both_sides(
      String operator, boolean below, boolean same, boolean above) {
    String number = "{\"%s\": 10}".formatted(operator);
    assertThat(holds(number, "9.999")).isEqualTo(below);
    assertThat(holds(number, "10.0")).isEqualTo(same);
    assertThat(holds(number, "1.0001e1")).isEqualTo(above);
    String text = "{\"%s\": \"m\"}".formatted(operator);
    assertThat(holds(text, "\"l\"")).isEqualTo(below);
    assertThat(holds(text, "\"m\"")).isEqualTo(same);
    assertThat(holds(text, "\"ma\"")).isEqualTo(above);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gt", "gte", "lt", "lte"})
  void a_comparison_of_mixed_kinds_is_false(String operator) {
    for (String other : new String[] {"\"10\"", "true", "null", "[10]", "{\"v\": 10}"}) {
      assertThat(holds("{\"%s\": 10}".formatted(operator), other)).isFalse();
    }
    for (String other : new String[] {"10", "true", "null", "[\"10\"]", "{}"}) {
      assertThat(holds("{\"%s\": \"10\"}".formatted(operator), other)).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "null",
        "{\"equals\": 1}",
        "{\"in\": [1, null]}",
        "{\"exists\": true}",
        "{\"prefix\": \"\"}",
        "{\"suffix\": \"\"}",
        "{\"gt\": 0}",
        "{\"gte\": \"\"}",
        "{\"lt\": 0}",
        "{\"lte\": \"x\"}"
      })
  void a_missing_value_fails_every_test(String condition) {
    assertThat(holdsOnNothing(condition)).isFalse();
    assertThat(holdsOnNothing("{\"not\": " + condition + "}")).isTrue();
  }

  @Test
  void exists_tells_whether_something_stands_there() {
    assertThat(holdsOnNothing("{\"exists\": false}")).isTrue();
    assertThat(holds("{\"exists\": true}", "null")).isTrue();
    assertThat(holds("{\"exists\": false}", "null")).isFalse();
  }

  @Test
  void in_means_equal_to_one_of_them() {
    assertThat(holds("{\"in\": [1, \"a\", null, [2]]}", "1.0")).isTrue();
    assertThat(holds("{\"in\": [1, \"a\", null, [2]]}", "null")).isTrue();
    assertThat(holds("{\"in\": [1, \"a\", null, [2]]}", "[2]")).isTrue();
    assertThat(holds("{\"in\": [1, \"a\", null, [2]]}", "2")).isFalse();
  }

  @Test
  void prefix_and_suffix_are_about_strings_and_their_case() {
    assertThat(holds("{\"prefix\": \"ab\"}", "\"abc\"")).isTrue();
    assertThat(holds("{\"prefix\": \"ab\"}", "\"Abc\"")).isFalse();
    assertThat(holds("{\"prefix\": \"bc\"}", "\"abc\"")).isFalse();
    assertThat(holds("{\"suffix\": \"bc\"}", "\"abc\"")).isTrue();
    assertThat(holds("{\"suffix\": \"ab\"}", "\"abc\"")).isFalse();
    assertThat(holds("{\"prefix\": \"1\"}", "1")).isFalse();
    assertThat(holds("{\"suffix\": \"1\"}", "[\"1\"]")).isFalse();
  }

  @Test
  void several_operators_must_all_hold() {
    assertThat(holds("{\"gt\": 1, \"lt\": 3}", "2")).isTrue();
    assertThat(holds("{\"gt\": 1, \"lt\": 3}", "3")).isFalse();
    assertThat(holds("{\"gt\": 1, \"lt\": 3}", "1")).isFalse();
  }

  @Test
  void any_all_and_none_count_the_conditions_that_hold() {
    String conditions = "[{\"gt\": 1}, {\"lt\": 5}]";
    assertThat(holds("{\"any\": " + conditions + "}", "0")).isTrue();
    assertThat(holds("{\"all\": " + conditions + "}", "0")).isFalse();
    assertThat(holds("{\"all\": " + conditions + "}", "2")).isTrue();
    assertThat(holds("{\"none\": " + conditions + "}", "2")).isFalse();
    assertThat(holds("{\"none\": " + conditions + "}", "\"x\"")).isTrue();
    assertThat(holds("{\"any\": " + conditions + "}", "\"x\"")).isFalse();
  }

  @Test
  void strings_are_ordered_by_code_point() {
    assertThat(CodePoints.compare("\uD83D\uDE00", "\uFF5E")).isPositive();
    assertThat(CodePoints.compare("\uFF5E", "\uD83D\uDE00")).isNegative();
    assertThat(CodePoints.compare("\uD83D\uDE00", "\uD83D\uDE01")).isNegative();
    assertThat(CodePoints.compare("\uD800\uDC00", "\uDBFF\uDFFF")).isNegative();
    assertThat(CodePoints.compare("Z", "a")).isNegative();
    assertThat(CodePoints.compare("a", "")).isPositive();
  }

  @Test
  void the_order_of_strings_is_that_of_their_code_points() {
    Law.holds(random -> {
      String left = string(random);
      String right = string(random);
      int expected = Arrays.compare(left.codePoints().toArray(), right.codePoints().toArray());
      assertThat(Integer.signum(CodePoints.compare(left, right)))
          .isEqualTo(Integer.signum(expected));
    });
  }

  private static String string(Random random) {
    int[] alphabet = {'a', 'b', 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10001, 0x10FFFF};
    var text = new StringBuilder();
    random
        .ints(random.nextInt(4), 0, alphabet.length)
        .forEach(i -> text.appendCodePoint(alphabet[i]));
    return text.toString();
  }

  @Test
  void a_condition_without_a_value_is_asked_too() {
    assertThat(new Condition.Exists(false).holds(Optional.empty())).isTrue();
  }
}
