package posthorn.domain.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.filter.JsonValue.JsonNull;
import posthorn.domain.testing.Law;

class JsonPointerTest {
  /** The document of RFC 6901, section 5, without the names that JSON has to escape. */
  private static final JsonValue RFC =
      JsonText.parse(
          """
          {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, " ": 7, "m~n": 8}
          """);

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "/foo;      [\"bar\", \"baz\"]",
        "/foo/0;    \"bar\"",
        "/foo/1;    \"baz\"",
        "/;         0",
        "/a~1b;     1",
        "/c%d;      2",
        "/e^f;      3",
        "/g|h;      4",
        "'/ ';      7",
        "/m~0n;     8",
      })
  void a_pointer_finds_what_the_rfc_says(String pointer, String json) {
    assertThat(JsonPointer.of(pointer).find(RFC)).contains(JsonText.parse(json));
  }

  @Test
  void the_empty_pointer_is_the_whole_document() {
    assertThat(JsonPointer.of("").find(RFC)).contains(RFC);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/foo/-",
        "/foo/2",
        "/foo/00",
        "/foo/01",
        "/foo/+1",
        "/foo/1.0",
        "/foo/",
        "/foo/\u0661",
        "/foo/999999999",
        "/foo/4294967296",
        "/foo/18446744073709551616",
        "/foo/length",
        "/foo/0/bar",
        "/bar",
        "//",
        "/Foo",
      })
  void where_nothing_stands_nothing_is_found(String pointer) {
    assertThat(JsonPointer.of(pointer).find(RFC)).isEmpty();
  }

  @Test
  void a_name_of_an_object_may_look_like_an_index() {
    JsonValue document = JsonText.parse("{\"0\": {\"-\": {\"01\": true}}}");
    assertThat(JsonPointer.of("/0/-/01").find(document)).contains(JsonText.parse("true"));
  }

  @Test
  void nothing_stands_below_a_plain_value() {
    for (String plain : List.of("\"x\"", "1", "true", "null")) {
      assertThat(JsonPointer.of("/0").find(JsonText.parse(plain))).isEmpty();
    }
  }

  @Test
  void an_explicit_null_is_found() {
    assertThat(JsonPointer.of("/a").find(JsonText.parse("{\"a\": null}"))).contains(new JsonNull());
  }

  @Test
  void an_escaped_tilde_before_a_one_is_no_slash() {
    assertThat(JsonPointer.of("/~01").tokens()).containsExactly("~1");
    assertThat(JsonPointer.of("/~1~00").tokens()).containsExactly("/~0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a/b", " /a", "#/a", "/~", "/a~", "/~2", "/a~/b", "/~x"})
  void what_is_no_pointer_is_refused(String text) {
    assertThat(JsonPointer.isValid(text)).isFalse();
    assertThatThrownBy(() -> JsonPointer.of(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_pointer_has_at_most_1024_characters() {
    assertThat(JsonPointer.isValid("/" + "a".repeat(1023))).isTrue();
    assertThat(JsonPointer.isValid("/" + "a".repeat(1024))).isFalse();
    assertThat(JsonPointer.isValid("/~0".repeat(341))).isTrue();
    assertThat(JsonPointer.isValid("/".repeat(1024))).isTrue();
  }

  @Test
  void any_names_survive_being_written_and_read() {
    Law.holds(random -> {
      List<String> names =
          random.ints(random.nextInt(5), 0, 6).mapToObj(n -> name(random, n)).toList();
      var pointer = new JsonPointer(names);
      assertThat(JsonPointer.of(pointer.toString())).isEqualTo(pointer);
    });
  }

  private static String name(Random random, int length) {
    var name = new StringBuilder();
    for (int i = 0; i < length; i++) {
      name.append("~/01a-\n".charAt(random.nextInt(7)));
    }
    return name.toString();
  }
}
