package posthorn.domain.circuit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import posthorn.domain.circuit.CircuitConfig.Parsed.Invalid;
import posthorn.domain.circuit.CircuitConfig.Parsed.Valid;
import posthorn.domain.circuit.CircuitConfig.Written;
import posthorn.domain.field.FieldError;

class CircuitConfigTest {
  private static final Instant T0 = Instant.parse("2025-03-01T12:00:00Z");

  @Test
  void what_is_left_out_is_as_in_the_design() {
    var design =
        new CircuitConfig(true, 50, 10, Duration.ofSeconds(60), Duration.ofSeconds(30), 3, null);
    assertThat(parse(new Written(null, null, null, null, null, null, null)))
        .isEqualTo(new Valid(design));
    assertThat(CircuitConfig.DEFAULT).isEqualTo(design);
  }

  @Test
  void every_field_can_be_given() {
    assertThat(parse(new Written(false, 20L, 5L, 1_000L, 500L, 7L, T0.plusNanos(1_000_001))))
        .isEqualTo(
            new Valid(
                new CircuitConfig(
                    false,
                    20,
                    5,
                    Duration.ofMillis(1_000),
                    Duration.ofMillis(500),
                    7,
                    T0.plusMillis(1))));
  }

  @Test
  void every_mistake_is_named_with_its_place() {
    assertThat(parse(new Written(true, 0L, 0L, 0L, 0L, 0L, null)))
        .isEqualTo(
            new Invalid(
                List.of(
                    new FieldError("cb.error_threshold_percentage", "must be between 1 and 100"),
                    new FieldError("cb.minimum_throughput", "must be between 1 and 1000000"),
                    new FieldError("cb.window_size_ms", "must be between 1 and 86400000"),
                    new FieldError("cb.sleep_window_ms", "must be between 1 and 86400000"),
                    new FieldError("cb.half_open_max_calls", "must be between 1 and 100"))));
  }

  @Test
  void the_bounds_are_allowed_and_one_more_is_a_mistake() {
    assertThat(parse(new Written(true, 1L, 1L, 1L, 1L, 1L, null))).isInstanceOf(Valid.class);
    assertThat(parse(new Written(true, 100L, 1_000_000L, 86_400_000L, 86_400_000L, 100L, null)))
        .isInstanceOf(Valid.class);
    assertThat(parse(new Written(true, 101L, 1_000_001L, 86_400_001L, 86_400_001L, 101L, null)))
        .isInstanceOfSatisfying(Invalid.class, i -> assertThat(i.errors()).hasSize(5));
  }

  @Test
  void no_configuration_beyond_the_bounds_can_be_made() {
    assertThatThrownBy(() ->
            new CircuitConfig(
                true, 101, 10, Duration.ofSeconds(60), Duration.ofSeconds(30), 3, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("error_threshold_percentage");
  }

  private static CircuitConfig.Parsed parse(Written written) {
    return CircuitConfig.parse("cb", written);
  }
}
