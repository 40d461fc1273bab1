package posthorn.domain.retry;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RetryPresetTest {
  @Test
  void the_gateway_has_5_attempts_30_s_2_m_10_m_and_1_h_apart() {
    assertThat(waitsOf(RetryPreset.GATEWAY))
        .containsExactly(ofSeconds(30), ofMinutes(2), ofMinutes(10), ofHours(1));
    assertThat(RetryPreset.GATEWAY.policy().retryOn()).isEqualTo(RetryOn.ALL);
    assertThat(RetryPreset.GATEWAY.policy().schedule().jitter()).isZero();
  }

  @Test
  void gateway_6_uses_all_five_delays() {
    assertThat(waitsOf(RetryPreset.GATEWAY_6))
        .containsExactly(ofSeconds(30), ofMinutes(2), ofMinutes(10), ofHours(1), ofHours(6));
  }

  @Test
  void consensus_waits_2_4_8_and_16_s_with_a_quarter_of_jitter_and_is_classified() {
    assertThat(waitsOf(RetryPreset.CONSENSUS))
        .containsExactly(ofSeconds(2), ofSeconds(4), ofSeconds(8), ofSeconds(16));
    assertThat(RetryPreset.CONSENSUS.policy().retryOn()).isEqualTo(RetryOn.CLASSIFIED);
    assertThat(RetryPreset.CONSENSUS.policy().schedule().jitter()).isEqualTo(0.25);
    assertThat(RetryPreset.CONSENSUS.policy().schedule().delays().after(20))
        .isEqualTo(ofMinutes(5));
  }

  @Test
  void tenant_doubles_from_30_s_to_an_hour() {
    assertThat(waitsOf(RetryPreset.TENANT))
        .containsExactly(ofSeconds(30), ofMinutes(1), ofMinutes(2), ofMinutes(4));
    assertThat(RetryPreset.TENANT.policy().schedule().delays().after(20)).isEqualTo(ofHours(1));
    assertThat(RetryPreset.TENANT.policy().retryOn()).isEqualTo(RetryOn.ALL);
    assertThat(RetryPreset.TENANT.policy().schedule().jitter()).isZero();
    assertThat(RetryPreset.TENANT.timeout().forAttempt(1)).isEqualTo(ofSeconds(10));
  }

  @Test
  void standard_has_10_attempts_over_three_days_with_a_fifth_of_jitter() {
    assertThat(waitsOf(RetryPreset.STANDARD))
        .containsExactly(
            ofSeconds(5),
            ofMinutes(5),
            ofMinutes(30),
            ofHours(2),
            ofHours(5),
            ofHours(10),
            ofHours(14),
            ofHours(20),
            ofHours(24));
    assertThat(RetryPreset.STANDARD.policy().schedule().jitter()).isEqualTo(0.2);
    assertThat(RetryPreset.STANDARD.timeout().forAttempt(1)).isEqualTo(ofSeconds(30));
  }

  @Test
  void a_preset_is_found_by_its_name() {
    assertThat(RetryPreset.names())
        .containsExactly("gateway", "gateway-6", "consensus", "tenant", "standard");
    for (RetryPreset preset : RetryPreset.ALL) {
      assertThat(RetryPreset.named(preset.name())).contains(preset);
    }
    assertThat(RetryPreset.named("GATEWAY")).isEmpty();
  }

  @Test
  void every_preset_keeps_nothing_longer_than_7_days_and_heeds_a_410() {
    for (RetryPreset preset : RetryPreset.ALL) {
      assertThat(preset.policy().maxAge()).isEqualTo(Duration.ofDays(7));
      assertThat(preset.policy().disableOnGone()).isTrue();
    }
  }

  /** The waits between all attempts, after failures that have no least wait, without jitter. */
  private static List<Duration> waitsOf(RetryPreset preset) {
    BackoffSchedule schedule = preset.policy().schedule();
    return IntStream.range(1, preset.policy().maxAttempts())
        .mapToObj(attempt -> schedule.delayAfter(attempt, FailureCategory.SERVER_ERROR, 0.5))
        .toList();
  }
}
