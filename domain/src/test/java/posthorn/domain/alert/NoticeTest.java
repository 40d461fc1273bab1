package posthorn.domain.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import posthorn.domain.alert.NotificationChannel.Taking;
import posthorn.domain.tenant.TenantId;

class NoticeTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void it_is_tried_again_later_and_later_up_to_an_hour() {
    assertThat(tried(0).retryAt(T0)).isEqualTo(T0.plusSeconds(30));
    assertThat(tried(1).retryAt(T0)).isEqualTo(T0.plusSeconds(60));
    assertThat(tried(6).retryAt(T0)).isEqualTo(T0.plusSeconds(1_920));
    assertThat(tried(7).retryAt(T0)).isEqualTo(T0.plusSeconds(3_600));
    assertThat(tried(1_000_000).retryAt(T0)).isEqualTo(T0.plusSeconds(3_600));
  }

  @Test
  void it_is_given_up_after_three_days() {
    assertThat(tried(70).retryAt(T0.plus(Duration.ofDays(3)).minusMillis(1))).isNotNull();
    assertThat(tried(70).retryAt(T0.plus(Duration.ofDays(3)))).isNull();
  }

  @Test
  void a_channel_takes_what_it_is_for() {
    assertThat(Taking.ALL.takes("gone", Severity.WARNING)).isTrue();
    var some = new Taking(true, Set.of("gone"), Set.of(Severity.CRITICAL));
    assertThat(some.takes("gone", Severity.CRITICAL)).isTrue();
    assertThat(some.takes("gone", Severity.WARNING)).isFalse();
    assertThat(some.takes("disabled", Severity.CRITICAL)).isFalse();
    assertThat(new Taking(false, Set.of(), Set.of()).takes("gone", Severity.CRITICAL)).isFalse();
  }

  private static Notice tried(int attempts) {
    return new Notice(
        "ntc_1",
        null,
        TenantId.DEFAULT,
        new Notice.Content.Line(Severity.WARNING, "it is"),
        T0,
        attempts,
        T0);
  }
}
