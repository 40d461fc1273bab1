package posthorn.domain.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventTypePatternTest {
  @ParameterizedTest
  @CsvSource({
    "user.created, user.created, true",
    "user.created, user.created.v2, false",
    "user.created, user, false",
    "order.*, order.paid, true",
    "order.*, order.item.added, true",
    "order.*, order, false",
    "order.*, orders.paid, false",
    "*, anything.at.all, true",
  })
  void a_pattern_matches_exactly_or_below_its_prefix(
      String pattern, String type, boolean expected) {
    assertThat(new EventTypePattern(pattern).matches(new EventType(type))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "a..b", ".a", "a.", "a b", "a*", "*.a", "a.*.b", ".*", "ä"})
  void a_malformed_pattern_is_refused(String text) {
    assertThat(EventTypePattern.isValid(text)).isFalse();
    assertThatThrownBy(() -> new EventTypePattern(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_type_has_a_longest_length() {
    assertThat(EventType.isValid("a".repeat(EventType.MAX_LENGTH))).isTrue();
    assertThat(EventType.isValid("a".repeat(EventType.MAX_LENGTH + 1))).isFalse();
    assertThat(EventType.isValid("*")).isFalse();
  }
}
