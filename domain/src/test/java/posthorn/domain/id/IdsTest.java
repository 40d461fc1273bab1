package posthorn.domain.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.delivery.AttemptId;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.EventId;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

class IdsTest {
  @Test
  void an_id_has_its_kinds_prefix_and_prints_as_it_is() {
    assertId("evt_", EventId::new);
    assertId("wh_", WebhookId::new);
    assertId("dlv_", DeliveryId::new);
    assertId("att_", AttemptId::new);
    assertId("key_", ApiKeyId::new);
  }

  @Test
  void a_tenants_id_is_chosen_by_people() {
    for (String text : new String[] {"default", "a", "acme-2_x", "0".repeat(64)}) {
      assertThat(new TenantId(text)).hasToString(text);
    }
    for (String text : new String[] {"", "Acme", "-a", "_a", "a b", "ä", "0".repeat(65)}) {
      assertThatThrownBy(() -> new TenantId(text)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static void assertId(String prefix, Function<String, ?> constructor) {
    String text = IdForm.of(prefix, Instant.EPOCH, 0, 7);
    assertThat(constructor.apply(text)).hasToString(text);
    assertThatThrownBy(() -> constructor.apply(text.replace(prefix, "x_")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
