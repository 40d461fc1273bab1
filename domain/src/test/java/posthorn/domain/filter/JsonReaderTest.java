package posthorn.domain.filter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.filter.JsonReader.TooManyPartsException;
import posthorn.domain.filter.JsonValue.JsonArray;
import posthorn.domain.filter.JsonValue.JsonBoolean;
import posthorn.domain.filter.JsonValue.JsonNull;
import posthorn.domain.filter.JsonValue.JsonNumber;
import posthorn.domain.filter.JsonValue.JsonObject;
import posthorn.domain.filter.JsonValue.JsonString;

class JsonReaderTest {

  @Test
  void every_kind_of_value_is_read() {
    assertThat(
            JsonReader.read(
                JsonBytes.of(
                    " {\"a\": [1, -0.5e+3, \"\\u00fc\\n\\\"x\\\\\", true, false, null], \"\":"
                        + " {}} ")))
        .isEqualTo(
            new JsonObject(
                Map.of(
                    "a",
                    new JsonArray(
                        List.of(
                            new JsonNumber(new BigDecimal("1")),
                            new JsonNumber(new BigDecimal("-0.5e+3")),
                            new JsonString("ü\n\"x\\"),
                            new JsonBoolean(true),
                            new JsonBoolean(false),
                            new JsonNull())),
                    "",
                    new JsonObject(Map.of()))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[1,]",
        "[1 2]",
        "{\"a\":1,}",
        "{a:1}",
        "{'a':1}",
        "01",
        "+1",
        "1.",
        ".5",
        "1e",
        "-",
        "NaN",
        "tru",
        "truee",
        "1 2",
        "\"a",
        "\"\n\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u+123\"",
        "\"\\u１２３４\"",
        "// c\n1"
      })
  void what_is_no_json_is_not_read(String text) {
    assertThat(JsonReader.tryRead(JsonBytes.of(text), 1_000)).isEmpty();
  }

  @Test
  void bytes_that_are_no_text_are_not_read() {
    assertThat(JsonReader.tryRead(new JsonBytes("\"ü\"".getBytes(ISO_8859_1)), 1_000)).isEmpty();
  }

  @Test
  void neither_depth_nor_length_of_a_number_exhausts_anything() {
    assertThat(JsonReader.tryRead(JsonBytes.of("[".repeat(499) + "]".repeat(499)), 1_000))
        .isPresent();
    assertThat(JsonReader.tryRead(JsonBytes.of("[".repeat(200_000)), 1_000)).isEmpty();
    assertThat(JsonReader.tryRead(JsonBytes.of("9".repeat(1_000)), 1_000)).isPresent();
    assertThat(JsonReader.tryRead(JsonBytes.of("9".repeat(100_000)), 1_000)).isEmpty();
  }

  @Test
  void the_longest_number_that_a_body_may_have_is_read() {
    String digits = "9".repeat(998);
    for (String number :
        List.of("-9" + digits + "9", "-9." + digits + "9", "-9." + digits + "e+2147483648")) {
      assertThat(JsonReader.tryRead(JsonBytes.of(number), 1)).isPresent();
    }
  }

  @Test
  void a_number_beyond_all_measure_is_larger_or_nearer_to_zero_than_any_other() {
    assertThat(number("1e99999999999")).isGreaterThan(number("1e999999999"));
    assertThat(number("-0.1E+99999999999")).isLessThan(number("-1e999999999"));
    assertThat(number("1e-99999999999")).isPositive().isLessThan(number("1e-999999999"));
    assertThat(number("-1e-99999999999")).isNegative().isGreaterThan(number("-1e-999999999"));
    assertThat(number("-0.0e99999999999")).isZero();
    assertThat(JsonReader.read(JsonBytes.of("1e99999999999")))
        .hasSameHashCodeAs(JsonReader.read(JsonBytes.of("1e99999999999")));
  }

  @Test
  void no_more_parts_are_read_than_asked_for() {
    assertThat(JsonReader.tryRead(JsonBytes.of("{\"a\": [1, 2]}"), 4)).isPresent();
    assertThatThrownBy(() -> JsonReader.tryRead(JsonBytes.of("{\"a\": [1, 2]}"), 3))
        .isInstanceOf(TooManyPartsException.class);
  }

  private static BigDecimal number(String text) {
    return ((JsonNumber) JsonReader.read(JsonBytes.of(text))).value();
  }
}
