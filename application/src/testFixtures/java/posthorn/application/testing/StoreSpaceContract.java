package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.util.Map;
import org.junit.jupiter.api.Test;
import posthorn.application.port.StoreSpace;
import posthorn.application.port.StoreSpace.Rows;

/** What every implementation of {@link StoreSpace} keeps to. */
public abstract class StoreSpaceContract extends DeliveriesFixture {
  @Test
  void few_rows_are_counted() {
    assertThat(rows())
        .containsOnlyKeys("events", "deliveries", "attempts", "inbound_messages")
        .allSatisfy((_, counted) -> assertThat(counted).isEqualTo(new Rows(0, true)));

    die(accept(samples.event(DEFAULT, null, NOW)));
    accept(samples.event(DEFAULT, null, NOW));

    assertThat(rows())
        .containsEntry("events", new Rows(2, true))
        .containsEntry("deliveries", new Rows(2, true))
        .containsEntry("attempts", new Rows(1, true))
        .containsEntry("inbound_messages", new Rows(0, true));
  }

  private Map<String, Rows> rows() {
    return stores.space().taken().rows();
  }
}
