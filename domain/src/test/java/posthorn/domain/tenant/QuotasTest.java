package posthorn.domain.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import posthorn.domain.field.FieldError;

class QuotasTest {
  @Test
  void a_count_may_be_nought_and_a_rate_may_not() {
    assertThat(new Quotas(0, 0, 1, 1, null)).isNotEqualTo(Quotas.NONE);
    assertThatThrownBy(() -> new Quotas(null, null, 0, null, null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void all_that_is_wrong_is_named_with_its_path() {
    assertThat(Quotas.errors("quotas.", -1L, 1_000_001L, 0L, Long.MAX_VALUE, -1L))
        .extracting(FieldError::field)
        .containsExactly(
            "quotas.max_webhooks",
            "quotas.max_api_keys",
            "quotas.events_per_minute",
            "quotas.requests_per_minute",
            "quotas.max_stored_bytes");
    assertThat(Quotas.errors("quotas.", null, null, null, null, null)).isEmpty();
  }

  @Test
  void a_tenant_has_no_more_webhooks_than_a_commit_has_deliveries() {
    assertThat(Quotas.errors("", 10_000L, null, null, null, null)).isEmpty();
    assertThat(Quotas.errors("", 10_001L, null, null, null, null))
        .extracting(FieldError::message)
        .containsExactly("must be between 0 and 10000");
  }
}
