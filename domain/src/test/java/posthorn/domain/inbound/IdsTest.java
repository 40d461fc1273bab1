package posthorn.domain.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import posthorn.domain.id.IdForm;

class IdsTest {
  @Test
  void each_kind_of_id_has_its_prefix_and_prints_as_itself() {
    String source = IdForm.of("src_", Instant.EPOCH, 0, 1);
    String route = IdForm.of("rt_", Instant.EPOCH, 0, 1);
    String inbound = IdForm.of("in_", Instant.EPOCH, 0, 1);
    assertThat(new SourceId(source)).hasToString(source);
    assertThat(new RouteId(route)).hasToString(route);
    assertThat(new InboundId(inbound)).hasToString(inbound);
    assertThatThrownBy(() -> new SourceId(route)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RouteId(inbound)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new InboundId(source)).isInstanceOf(IllegalArgumentException.class);
  }
}
