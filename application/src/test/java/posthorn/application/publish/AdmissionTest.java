package posthorn.application.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import posthorn.application.port.Schemas.Compilation;
import posthorn.application.port.Schemas.Judgement.Judged;
import posthorn.application.publish.PublishEvent.Result.RateLimited;
import posthorn.application.publish.PublishEvent.Result.Violation;
import posthorn.application.quota.DiskReserve;
import posthorn.application.quota.EventQuota;
import posthorn.application.quota.StorageRoom;
import posthorn.application.quota.TenantQuotas;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.application.testing.WorkAtOnce;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.RegisteredType;
import posthorn.domain.field.FieldError;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;

class AdmissionTest {
  private static final TenantId ACME = new TenantId("acme");
  private static final EventType PAID = new EventType("order.paid");
  private static final JsonBytes DATA = JsonBytes.of("1");

  private final Stores stores = Stores.inMemory();
  private final Admission admission =
      new Admission(
          new TypeRules(
              stores.eventTypes(),
              _ ->
                  new Compilation.Compiled(
                      (_, _) -> new Judged(List.of(new FieldError("data", "is wrong"))), 1),
              new WorkAtOnce(),
              () -> 0),
          new EventQuota(stores.tenants()),
          new StorageRoom(
              _ -> 0,
              new TenantQuotas(stores.tenants(), new TenantQuotas.Defaults(1, 1, 1, 256 * 1024)),
              new DiskReserve(() -> 1, 0, (_, _) -> {})));

  @Test
  void data_that_is_refused_counts_against_the_quota_too() {
    stores
        .tenants()
        .addIfAbsent(
            new Tenant(ACME, "Acme", new Quotas(null, null, 2, null, null, null), TestTime.START));
    stores
        .eventTypes()
        .putIfUnchanged(
            null,
            new RegisteredType(
                ACME, PAID, null, JsonBytes.of("{}"), TestTime.START, TestTime.START));
    Admission.Request request = admission.request();

    for (int i = 0; i < 2; i++) {
      assertThat(request.refusalOf(ACME, PAID, DATA, TestTime.START))
          .get()
          .isInstanceOf(Violation.class);
    }
    assertThat(request.refusalOf(ACME, PAID, DATA, TestTime.START))
        .get()
        .isInstanceOf(RateLimited.class);
  }
}
