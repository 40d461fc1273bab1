package posthorn.domain.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import posthorn.domain.field.FieldError;

class QuotasTest {
  @Test
  void a_count_may_be_nought_and_a_rate_may_not() {
    assertThat(new Quotas(0, 0, 1, 1, null, null)).isNotEqualTo(Quotas.NONE);
    assertThatThrownBy(() -> new Quotas(null, null, 0, null, null, null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void all_that_is_wrong_is_named_with_its_path() {
    assertThat(Quotas.errors("quotas.", -1L, 1_000_001L, 0L, Long.MAX_VALUE, -1L, 1_023L))
        .extracting(FieldError::field)
        .containsExactly(
            "quotas.max_webhooks",
            "quotas.max_api_keys",
            "quotas.events_per_minute",
            "quotas.requests_per_minute",
            "quotas.max_stored_bytes",
            "quotas.max_data_bytes");
    assertThat(Quotas.errors("quotas.", null, null, null, null, null, null)).isEmpty();
  }

  @Test
  void a_tenant_has_no_more_webhooks_than_a_commit_has_deliveries() {
    assertThat(Quotas.errors("", 10_000L, null, null, null, null, null)).isEmpty();
    assertThat(Quotas.errors("", 10_001L, null, null, null, null, null))
        .extracting(FieldError::message)
        .containsExactly("must be between 0 and 10000");
  }

  @Test
  void the_data_of_an_event_has_a_kibibyte_to_five_mebibytes() {
    assertThat(Quotas.errors("", null, null, null, null, null, 1_024L)).isEmpty();
    assertThat(Quotas.errors("", null, null, null, null, null, 5L * 1024 * 1024)).isEmpty();
    assertThat(Quotas.errors("", null, null, null, null, null, 5L * 1024 * 1024 + 1))
        .extracting(FieldError::message)
        .containsExactly("must be between 1024 and 5242880");
  }
}
