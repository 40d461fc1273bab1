package posthorn.domain.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlainTextTest {
  /** A tab, C0 and C1 controls, a bidi override, a zero-width space, a tag, separators, halves. */
  private static final List<String> NOT_PLAIN =
      List.of(
          "a\tb",
          "a\nb",
          "a\rb",
          "a\u0000b",
          "a\u001Bb",
          "a\u007Fb",
          "a\u0085b",
          "a\u009Bb",
          "a\u00ADb",
          "a\u200Bb",
          "a\u202Eb",
          "a\u2028b",
          "a\u2029b",
          "a\u2066b",
          "a\uFEFFb",
          "a\uDB40\uDC41b",
          "a\uD800b",
          "a\uDC00b");

  private static final List<String> PLAIN =
      List.of("", "orders", "Grüße, \u4F60\u597D", "a\u00A0b", "\uD83D\uDE00", "\"\\");

  @Test
  void what_is_not_plain_becomes_a_space() {
    for (String text : NOT_PLAIN) {
      assertThat(PlainText.isPlain(text)).as(text).isFalse();
      assertThat(PlainText.cleaned(text)).isEqualTo("a b");
    }
  }

  @Test
  void all_else_stays() {
    for (String text : PLAIN) {
      assertThat(PlainText.isPlain(text)).as(text).isTrue();
      assertThat(PlainText.cleaned(text)).isSameAs(text);
    }
  }

  @Test
  void half_a_pair_at_the_end_is_not_plain() {
    assertThat(PlainText.cleaned("a\uD83D")).isEqualTo("a ");
  }
}
