package posthorn.domain.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class WatchTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void it_fails_since_the_first_failure_that_no_success_followed() {
    Watch failing = Watch.NEW.after(T0, T0.plusSeconds(60), null);
    assertThat(failing.failingSince()).isEqualTo(T0);
    assertThat(failing.after(T0.plusSeconds(90), T0.plusSeconds(99), null)).isEqualTo(failing);
  }

  @Test
  void a_success_after_the_last_failure_ends_it() {
    Watch failing = Watch.NEW.after(T0, T0, null);
    assertThat(failing.after(T0, T0, T0.plusSeconds(1)).failingSince()).isNull();
    assertThat(failing.after(null, null, T0.plusSeconds(1)).failingSince()).isNull();
  }

  @Test
  void a_success_before_the_last_failure_starts_it_anew() {
    Watch failing = Watch.NEW.after(T0, T0, null);
    assertThat(failing.after(T0, T0.plusSeconds(20), T0.plusSeconds(10)).failingSince())
        .isEqualTo(T0.plusSeconds(10));
  }

  @Test
  void what_was_seen_before_changes_nothing() {
    Watch failing = Watch.NEW.after(T0, T0.plusSeconds(20), T0.plusSeconds(10));
    assertThat(failing.after(T0, T0.plusSeconds(20), T0.plusSeconds(10))).isEqualTo(failing);
    assertThat(failing.after(null, null, null)).isEqualTo(failing);
  }
}
