package posthorn.domain.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IsoTimeTest {
  private static final int SEED = 7;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1970-01-01T00:00:00Z",
        "2026-11-18T09:05:03.007Z",
        "2026-11-18T09:05:03.120Z",
        "2024-02-29T23:59:59.999Z",
        "2026-11-18T09:05:03.000001Z",
        "2026-11-18T09:05:03.000000001Z",
        "1969-12-31T23:59:59.999Z",
        "0000-01-01T00:00:00Z",
        "-0001-12-31T23:59:59Z",
        "9999-12-31T23:59:59.999Z",
        "+10000-01-01T00:00:00Z"
      })
  void a_time_is_written_as_it_is_read(String text) {
    assertThat(IsoTime.of(Instant.parse(text))).isEqualTo(text);
  }

  @Test
  void any_time_is_written_as_the_platform_writes_it() {
    var random = new Random(SEED);
    for (int i = 0; i < 10_000; i++) {
      Instant time =
          Instant.ofEpochMilli(random.nextLong(-100_000_000_000_000L, 300_000_000_000_000L));
      assertThat(IsoTime.of(time)).isEqualTo(DateTimeFormatter.ISO_INSTANT.format(time));
    }
  }
}
