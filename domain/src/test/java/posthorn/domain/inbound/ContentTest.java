package posthorn.domain.inbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ContentTest {
  private static final String FORM = "application/x-www-form-urlencoded; charset=utf-8";

  @Test
  void json_stays_as_it_is_whatever_it_is_called() {
    assertThat(data("application/json", " {\"b\":1.0, \"a\" : \"\\u00fc\"}\n"))
        .isEqualTo(" {\"b\":1.0, \"a\" : \"\\u00fc\"}\n");
    assertThat(data("text/plain", "[1]")).isEqualTo("[1]");
    assertThat(data(null, "7")).isEqualTo("7");
    assertThat(Content.of(null, "7".getBytes(UTF_8)).orElseThrow().isJson()).isTrue();
  }

  @Test
  void a_form_becomes_an_object_of_its_fields() {
    assertThat(data(FORM, "token=a%2Bb&text=caf%C3%A9+now&x&id=1&id=2&&%zz=%4"))
        .isEqualTo(
            "{\"token\":\"a+b\",\"text\":\"café"
                + " now\",\"x\":\"\",\"id\":[\"1\",\"2\"],\"%zz\":\"%4\"}");
  }

  @Test
  void a_form_that_is_nothing_but_a_payload_is_that_payload() {
    assertThat(data(FORM, "payload=%7B%22action%22%3A%22opened%22%7D"))
        .isEqualTo("{\"action\":\"opened\"}");
    assertThat(data(FORM, "payload=no+json")).isEqualTo("{\"payload\":\"no json\"}");
    assertThat(data(FORM, "payload=1&more=2")).isEqualTo("{\"payload\":\"1\",\"more\":\"2\"}");
  }

  @Test
  void json_that_is_called_a_form_is_json() {
    assertThat(data(FORM, " {\"a\":1, \"b\":\"x=y&z\"}")).isEqualTo(" {\"a\":1, \"b\":\"x=y&z\"}");
    assertThat(data(FORM, "[{\"event\":\"open\"}]\r\n")).isEqualTo("[{\"event\":\"open\"}]\r\n");
    assertThat(Content.of(FORM, "{}".getBytes(UTF_8)).orElseThrow().isJson()).isTrue();
    assertThat(data(FORM, "{\"a\":1")).isEqualTo("{\"{\\\"a\\\":1\":\"\"}");
    assertThat(data(FORM, "{a}=1")).isEqualTo("{\"{a}\":\"1\"}");
    assertThat(data(FORM, "7")).isEqualTo("{\"7\":\"\"}");
    assertThat(Content.of(FORM, ("[0" + ",0".repeat(50_000) + "]").getBytes(UTF_8))).isEmpty();
  }

  @Test
  void other_text_becomes_a_string() {
    assertThat(data("text/plain", "said \"hé\"\n")).isEqualTo("\"said \\\"hé\\\"\\u000a\"");
    assertThat(data("application/json", "")).isEqualTo("\"\"");
    assertThat(Content.of("application/json", new byte[0]).orElseThrow().isJson()).isFalse();
  }

  @Test
  void bytes_that_are_no_text_are_kept_too() {
    byte[] bytes = {(byte) 0xFF, 0, 1};
    assertThat(Content.of("image/png", bytes).orElseThrow().data().text())
        .contains("{\"base64\":\"/wAB\"}");
    assertThat(Content.of(FORM, bytes).orElseThrow().data().text())
        .contains("{\"base64\":\"/wAB\"}");
  }

  @Test
  void json_is_told_by_its_media_type() {
    assertThat(MediaType.isJson("application/json")).isTrue();
    assertThat(MediaType.isJson("Application/JSON; charset=utf-8")).isTrue();
    assertThat(MediaType.isJson("application/cloudevents+json")).isTrue();
    assertThat(MediaType.isJson("text/plain")).isFalse();
    assertThat(MediaType.isJson(null)).isFalse();
  }

  @Test
  void a_body_with_too_many_parts_is_not_read() {
    String json = "[0" + ",0".repeat(Content.MOST_PARTS - 2) + "]";
    assertThat(data(null, json)).isEqualTo(json);
    assertThat(content(null, "[0" + ",0".repeat(Content.MOST_PARTS - 1) + "]")).isEmpty();
    assertThat(content(null, "{\"a\": [0" + ",{}".repeat(Content.MOST_PARTS))).isEmpty();

    assertThat(content(FORM, "a&".repeat(Content.MOST_PARTS))).isPresent();
    assertThat(content(FORM, "a&".repeat(Content.MOST_PARTS + 1))).isEmpty();
    assertThat(content(FORM, "payload=[0" + ",0".repeat(Content.MOST_PARTS) + "]")).isEmpty();
    assertThat(content(FORM, "&".repeat(1_000_000))).isPresent();
  }

  private static Optional<Content> content(@Nullable String contentType, String body) {
    return Content.of(contentType, body.getBytes(UTF_8));
  }

  private static String data(@Nullable String contentType, String body) {
    return Content.of(contentType, body.getBytes(UTF_8)).orElseThrow().data().text().orElseThrow();
  }
}
