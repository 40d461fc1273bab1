package posthorn.domain.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
  @ParameterizedTest
  @CsvSource({"30d,PT720H", "36h,PT36H", "90m,PT90M", "61s,PT61S", "1500ms,PT1.5S"})
  void what_is_written_is_read_back(String text, Duration duration) {
    assertThat(DurationText.parse(text)).contains(duration);
    assertThat(DurationText.of(duration)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"24h,1d", "3600s,1h", "1000ms,1s", "60m,1h"})
  void the_largest_unit_is_written(String text, String shorter) {
    assertThat(DurationText.parse(text).map(DurationText::of)).contains(shorter);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "7", "d", "7w", "-7d", "7 d", "1.5d", "7D", "1d2h", "1234567890d"})
  void what_is_not_a_length_of_time_is_none(String text) {
    assertThat(DurationText.parse(text)).isEmpty();
  }

  @Test
  void no_time_at_all_is_a_length_too() {
    assertThat(DurationText.parse("0s")).contains(Duration.ZERO);
    assertThat(DurationText.of(Duration.ZERO)).isEqualTo("0s");
  }
}
