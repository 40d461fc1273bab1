package posthorn.domain.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetentionChoicesTest {
  @Test
  void an_hour_and_ten_years_can_be_chosen() {
    assertThat(new RetentionChoices(Duration.ofHours(1), Duration.ofDays(3650), null).dead())
        .isNull();
  }

  @Test
  void less_than_an_hour_and_more_than_ten_years_cannot() {
    Duration shorter = Duration.ofHours(1).minusMillis(1);
    Duration longer = Duration.ofDays(3650).plusMillis(1);

    assertThatThrownBy(() -> new RetentionChoices(shorter, null, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RetentionChoices(null, longer, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RetentionChoices(null, null, Duration.ZERO))
        .hasMessage(RetentionChoices.RULE);
  }
}
