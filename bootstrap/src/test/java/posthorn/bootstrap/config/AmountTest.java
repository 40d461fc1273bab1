package posthorn.bootstrap.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AmountTest {
  @Test
  void bytes_are_bytes_on_any_disk() {
    assertThat(Amount.parse("0").of(1_000)).isZero();
    assertThat(Amount.parse("512MiB").of(1_000)).isEqualTo(512L * 1024 * 1024);
    assertThat(Amount.parse("2 TiB").of(1_000)).isEqualTo(2L * 1024 * 1024 * 1024 * 1024);
  }

  @Test
  void a_share_is_of_the_disk() {
    assertThat(Amount.parse("80%").of(1_000)).isEqualTo(800);
    assertThat(Amount.parse("100%").of(Long.MAX_VALUE)).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "101%", "1.5GiB", "10 gigabytes", "9999999TiB"})
  void what_is_neither_is_refused(String text) {
    assertThatThrownBy(() -> Amount.parse(text)).isInstanceOf(RuntimeException.class);
  }
}
