package posthorn.domain.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import posthorn.domain.field.FieldError;
import posthorn.domain.ratelimit.RateLimit.Parsed.Invalid;
import posthorn.domain.ratelimit.RateLimit.Parsed.Valid;

class RateLimitTest {

  @Test
  void a_limit_that_says_nothing_is_100_a_minute_with_a_burst_of_20() {
    assertThat(RateLimit.parse("rate_limit", null, null))
        .isEqualTo(new Valid(new RateLimit(100, 20)));
  }

  @Test
  void a_tenant_has_1000_a_minute() {
    assertThat(RateLimit.TENANT_DEFAULT).isEqualTo(new RateLimit(1_000, 200));
  }

  @Test
  void either_field_can_be_given_alone() {
    assertThat(RateLimit.parse("rate_limit", 7L, null)).isEqualTo(new Valid(new RateLimit(7, 20)));
    assertThat(RateLimit.parse("rate_limit", null, 7L)).isEqualTo(new Valid(new RateLimit(100, 7)));
  }

  @Test
  void every_mistake_is_named_with_its_place() {
    assertThat(RateLimit.parse("quotas.rate_limit", 0L, -1L))
        .isEqualTo(
            new Invalid(
                List.of(
                    new FieldError(
                        "quotas.rate_limit.requests_per_minute", "must be between 1 and 6000000"),
                    new FieldError("quotas.rate_limit.burst", "must be between 1 and 100000"))));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "6000000, 100000"})
  void the_bounds_are_allowed(long rate, long burst) {
    assertThat(RateLimit.parse("rate_limit", rate, burst))
        .isEqualTo(new Valid(new RateLimit((int) rate, (int) burst)));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 0", "6000001, 1", "1, 100001", "4294967297, 1", "1, 4294967297"})
  void beyond_the_bounds_is_a_mistake(long rate, long burst) {
    assertThat(RateLimit.parse("rate_limit", rate, burst))
        .isInstanceOfSatisfying(Invalid.class, i -> assertThat(i.errors()).hasSize(1));
  }

  @Test
  void no_limit_beyond_the_bounds_can_be_made() {
    assertThatThrownBy(() -> new RateLimit(0, 1)).hasMessageContaining("per minute");
    assertThatThrownBy(() -> new RateLimit(1, 0)).hasMessageContaining("burst");
  }
}
