package posthorn.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {
  @ParameterizedTest
  @ValueSource(strings = {"", "a", "ü", "€", "\uD83D\uDCEF", "\uFFFD"})
  void text_of_any_length_is_taken(String character) {
    for (int times : new int[] {1, 1_023, 1_024, 1_025, 5_000}) {
      assertThatCode(() -> Utf8.require(("x" + character.repeat(times)).getBytes(UTF_8)))
          .doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u00FC", // Latin 1
        "\u00C0\u00AF", // an overlong slash
        "\u00ED\u00A0\u0080", // half of a surrogate pair
        "\u00F5\u0080\u0080\u0080" // beyond Unicode
      })
  void what_is_not_utf_8_is_refused(String bytes) {
    byte[] body = "ü".repeat(2_000).getBytes(UTF_8);
    byte[] wrong = bytes.getBytes(ISO_8859_1);
    byte[] both = Arrays.copyOf(body, body.length + wrong.length);
    System.arraycopy(wrong, 0, both, body.length, wrong.length);

    assertThatThrownBy(() -> Utf8.require(both)).isInstanceOf(ProblemException.class);
  }

  @Test
  void what_ends_within_a_character_is_refused() {
    byte[] whole = "a€".getBytes(UTF_8);

    assertThatThrownBy(() -> Utf8.require(Arrays.copyOf(whole, whole.length - 1)))
        .isInstanceOf(ProblemException.class);
  }
}
