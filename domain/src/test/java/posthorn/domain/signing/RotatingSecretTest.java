package posthorn.domain.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import posthorn.domain.signing.RotatingSecret.Retiring;
import posthorn.domain.testing.Law;

class RotatingSecretTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration DAY = RotatingSecret.DEFAULT_OVERLAP;
  private static final SigningSecret A = secret(1);
  private static final SigningSecret B = secret(2);
  private static final SigningSecret C = secret(3);
  private static final SigningSecret D = secret(4);

  @Test
  void a_secret_that_was_never_rotated_is_live_alone_for_ever() {
    assertThat(RotatingSecret.of(A).live(Instant.MAX)).containsExactly(A);
  }

  @Test
  void rotation_keeps_the_old_secret_valid_for_24_hours() {
    assertThat(DAY).isEqualTo(Duration.ofHours(24));
    RotatingSecret<SigningSecret> rotated = RotatingSecret.of(A).rotate(B, NOW, DAY);
    assertThat(rotated.current()).isEqualTo(B);
    assertThat(rotated.previous()).containsExactly(new Retiring<>(A, NOW.plus(DAY)));
    assertThat(rotated.live(NOW)).containsExactly(B, A);
    assertThat(rotated.live(NOW.plus(DAY).minusNanos(1))).containsExactly(B, A);
    assertThat(rotated.live(NOW.plus(DAY))).containsExactly(B);
  }

  @Test
  void rotating_twice_within_the_overlap_keeps_both_earlier_secrets_each_to_its_end() {
    Instant later = NOW.plus(Duration.ofHours(1));
    RotatingSecret<SigningSecret> rotated =
        RotatingSecret.of(A).rotate(B, NOW, DAY).rotate(C, later, DAY);
    assertThat(rotated.live(later)).containsExactly(C, B, A);
    assertThat(rotated.live(NOW.plus(DAY))).containsExactly(C, B);
    assertThat(rotated.live(later.plus(DAY))).containsExactly(C);
  }

  @Test
  void the_third_rotation_within_the_overlap_drops_the_oldest() {
    RotatingSecret<SigningSecret> rotated =
        RotatingSecret.of(A).rotate(B, NOW, DAY).rotate(C, NOW, DAY).rotate(D, NOW, DAY);
    assertThat(rotated.live(NOW)).containsExactly(D, C, B);
  }

  @Test
  void without_an_overlap_all_earlier_secrets_end_at_once() {
    RotatingSecret<SigningSecret> rotated =
        RotatingSecret.of(A).rotate(B, NOW, DAY).rotate(C, NOW.plusSeconds(1), Duration.ZERO);
    assertThat(rotated).isEqualTo(RotatingSecret.of(C));
  }

  @Test
  void a_shorter_overlap_shortens_that_of_the_earlier_secrets() {
    RotatingSecret<SigningSecret> rotated =
        RotatingSecret.of(A).rotate(B, NOW, DAY).rotate(C, NOW, Duration.ofMinutes(5));
    Instant end = NOW.plus(Duration.ofMinutes(5));
    assertThat(rotated.previous()).containsExactly(new Retiring<>(B, end), new Retiring<>(A, end));
  }

  @Test
  void going_back_to_an_earlier_secret_makes_it_current_and_no_longer_retiring() {
    RotatingSecret<SigningSecret> rotated =
        RotatingSecret.of(A).rotate(B, NOW, DAY).rotate(A, NOW, DAY);
    assertThat(rotated.current()).isEqualTo(A);
    assertThat(rotated.previous()).containsExactly(new Retiring<>(B, NOW.plus(DAY)));
  }

  @Test
  void rotating_forgets_what_has_expired() {
    Instant later = NOW.plus(DAY);
    RotatingSecret<SigningSecret> rotated =
        RotatingSecret.of(A).rotate(B, NOW, DAY).rotate(C, later, DAY);
    assertThat(rotated.previous()).containsExactly(new Retiring<>(B, later.plus(DAY)));
  }

  @Test
  void what_has_expired_can_be_forgotten() {
    RotatingSecret<SigningSecret> rotated = RotatingSecret.of(A).rotate(B, NOW, DAY);
    assertThat(rotated.withoutExpired(NOW.plus(DAY).minusNanos(1))).isEqualTo(rotated);
    assertThat(rotated.withoutExpired(NOW.plus(DAY))).isEqualTo(RotatingSecret.of(B));
  }

  @Test
  void rotating_to_the_current_secret_is_refused() {
    assertThatThrownBy(() -> RotatingSecret.of(A).rotate(A, NOW, DAY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the next secret is another one");
  }

  @Test
  void an_overlap_lasts_from_nothing_to_30_days() {
    RotatingSecret<SigningSecret> secret = RotatingSecret.of(A);
    Duration most = RotatingSecret.MAX_OVERLAP;
    assertThat(most).isEqualTo(Duration.ofDays(30));
    assertThat(secret.rotate(B, NOW, most).live(NOW)).containsExactly(B, A);
    assertThat(secret.rotate(B, NOW, Duration.ZERO).live(NOW)).containsExactly(B);
    assertThatThrownBy(() -> secret.rotate(B, NOW, most.plusNanos(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> secret.rotate(B, NOW, Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_value_that_rotation_cannot_make_is_refused() {
    var old = new Retiring<>(B, NOW);
    assertThatThrownBy(() -> new RotatingSecret<>(B, List.of(old)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RotatingSecret<>(A, List.of(old, new Retiring<>(C, NOW), old)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void however_it_is_rotated_the_newest_comes_first_and_at_most_three_are_live() {
    Law.holds(random -> {
      RotatingSecret<SigningSecret> secret = RotatingSecret.of(secret(0));
      Instant now = NOW;
      for (int i = 1; i < 8; i++) {
        now = now.plusSeconds(random.nextInt(100_000));
        secret = secret.rotate(secret(i), now, Duration.ofSeconds(random.nextInt(200_000)));
        assertThat(secret.live(now).getFirst()).isEqualTo(secret(i));
        assertThat(secret.live(now)).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(3);
        assertThat(secret.previous())
            .isSortedAccordingTo((x, y) -> y.validUntil().compareTo(x.validUntil()));
      }
    });
  }

  private static SigningSecret secret(int number) {
    return new SigningSecret("a-secret-with-number-" + number);
  }
}
