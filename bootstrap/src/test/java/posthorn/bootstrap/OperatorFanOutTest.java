package posthorn.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvents;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

class OperatorFanOutTest {
  @Test
  void every_listener_is_told_also_after_one_that_cannot_take_it() {
    var heard = new ArrayList<OperatorEvent>();
    OperatorEvents broken =
        event -> {
          throw new IllegalStateException("cannot take " + event.type());
        };
    var event =
        new OperatorEvent.WebhookDeleted(
            TenantId.DEFAULT, new WebhookId("wh_00000000000000000000000000"), Instant.EPOCH);

    new OperatorFanOut(List.of(heard::add, broken, heard::add)).announce(event);

    assertThat(heard).containsExactly(event, event);
  }
}
