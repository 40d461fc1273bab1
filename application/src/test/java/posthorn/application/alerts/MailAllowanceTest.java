package posthorn.application.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import posthorn.domain.tenant.TenantId;

class MailAllowanceTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = NOW.plus(Duration.ofHours(1));
  private static final TenantId ACME = new TenantId("acme");
  private static final TenantId GLOBEX = new TenantId("globex");

  private final MailAllowance allowance = new MailAllowance(10);

  @Test
  void a_tenant_has_so_many_in_an_hour_and_others_have_their_own() {
    assertThat(allowance.take(ACME, 9, NOW)).isNull();
    assertThat(allowance.take(ACME, 2, NOW)).isEqualTo(new MailAllowance.UsedUp(10, LATER, true));
    assertThat(allowance.take(ACME, 1, NOW)).isNull();
    assertThat(allowance.take(ACME, 1, NOW)).isEqualTo(new MailAllowance.UsedUp(10, LATER, false));
    assertThat(allowance.take(GLOBEX, 10, NOW)).isNull();

    assertThat(allowance.take(ACME, 1, LATER.minusMillis(1))).isNotNull();
    assertThat(allowance.take(ACME, 10, LATER)).isNull();
  }

  @Test
  void the_first_mail_of_an_hour_is_granted_to_however_many_it_goes() {
    assertThat(allowance.take(ACME, 20, NOW)).isNull();
    assertThat(allowance.take(ACME, 1, NOW)).isNotNull();
  }

  @Test
  void what_was_not_sent_does_not_count() {
    assertThat(allowance.take(ACME, 10, NOW)).isNull();
    allowance.giveBack(ACME, 10);
    assertThat(allowance.take(ACME, 10, NOW)).isNull();
  }

  @Test
  void a_clock_that_is_set_back_begins_another_hour() {
    assertThat(allowance.take(ACME, 10, NOW)).isNull();
    assertThat(allowance.take(ACME, 10, NOW.minusSeconds(1))).isNull();
  }

  @Test
  void operators_own_are_not_counted() {
    for (int i = 0; i < 100; i++) {
      assertThat(allowance.take(TenantId.SYSTEM, 20, NOW)).isNull();
    }
  }
}
