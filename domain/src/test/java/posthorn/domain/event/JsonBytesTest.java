package posthorn.domain.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonBytesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 | 1",
        "[1, 2, 3] | 4",
        "{\"a\": {\"b\": [true, null]}} | 5",
        "\"a, b, [c], {d}\" | 1",
        "[\"\\\", [\", \"\\\\\", 1] | 4",
      })
  void values_are_counted_and_texts_are_not_looked_into(String json, int parts) {
    JsonBytes bytes = JsonBytes.of(json);
    assertThat(bytes.hasMoreParts(parts)).isFalse();
    assertThat(bytes.hasMoreParts(parts - 1)).isTrue();
  }
}
