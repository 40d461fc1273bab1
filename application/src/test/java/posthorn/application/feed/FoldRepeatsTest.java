package posthorn.application.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvent.AccessRefused;
import posthorn.application.port.OperatorEvent.AccessRefused.Reason;
import posthorn.application.port.OperatorEvent.SignatureFailed;
import posthorn.application.port.OperatorEvent.WebhookDeleted;
import posthorn.application.testing.TestTime;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.net.ClientAddress;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

class FoldRepeatsTest {
  private static final Instant NOW = TestTime.START;
  private static final String HERE = "192.0.2.1";

  private final List<OperatorEvent> told = new ArrayList<>();
  private final FoldRepeats fold = new FoldRepeats(told::add);

  @Test
  void the_first_is_told_at_once_and_the_rest_of_its_minute_as_one() {
    for (int i = 0; i < 1_000; i++) {
      fold.announce(wrongKey(HERE, NOW.plusMillis(i)));
    }
    fold.tell(NOW.plusSeconds(59));
    assertThat(told).containsExactly(wrongKey(HERE, NOW));

    fold.tell(NOW.plusSeconds(60));
    fold.tell(NOW.plusSeconds(120));
    assertThat(told)
        .containsExactly(wrongKey(HERE, NOW), wrongKey(HERE, NOW.plusMillis(999)).with(998));
  }

  @Test
  void a_stranger_that_goes_on_is_told_of_once_a_minute_also_when_nobody_looks() {
    for (int second = 0; second <= 180; second++) {
      fold.announce(wrongKey(HERE, NOW.plusSeconds(second)));
    }

    assertThat(told)
        .extracting(event -> ((AccessRefused) event).count())
        .containsExactly(1, 60, 60, 60);
  }

  @Test
  void what_ended_is_forgotten() {
    fold.announce(wrongKey(HERE, NOW));
    fold.tell(NOW.plusSeconds(60));
    fold.announce(wrongKey(HERE, NOW.plusSeconds(61)));

    assertThat(told).hasSize(2);
  }

  @Test
  void addresses_sources_and_keys_are_told_of_apart() {
    var source = new SourceId("src_00000000000000000000000001");
    var other = new SourceId("src_00000000000000000000000002");
    fold.announce(wrongKey(HERE, NOW));
    fold.announce(wrongKey("192.0.2.2", NOW));
    fold.announce(badSignature(source, HERE));
    fold.announce(badSignature(other, HERE));
    var key = new ApiKeyId("key_00000000000000000000000001");
    fold.announce(new AccessRefused(address(HERE), Reason.FORBIDDEN, key, 1, NOW));
    assertThat(told).hasSize(5);

    fold.announce(wrongKey("2001:db8::1", NOW));
    fold.announce(wrongKey("2001:db8::2", NOW));
    assertThat(told).hasSize(6);
  }

  @Test
  void beyond_ten_addresses_all_further_ones_are_one() {
    for (int i = 1; i <= 200; i++) {
      fold.announce(wrongKey("192.0.2." + i, NOW));
    }
    assertThat(told).hasSize(FoldRepeats.MOST_ADDRESSES + 1);

    fold.tell(NOW.plusSeconds(60));
    assertThat(told)
        .hasSize(FoldRepeats.MOST_ADDRESSES + 2)
        .endsWith(wrongKey("192.0.2.200", NOW).with(188));
    fold.tell(NOW.plusSeconds(120));
    fold.announce(wrongKey("192.0.2.201", NOW.plusSeconds(120)));
    assertThat(told).endsWith(wrongKey("192.0.2.201", NOW.plusSeconds(120)));
  }

  @Test
  void the_memory_is_bounded() {
    for (int i = 0; i < FoldRepeats.MOST + 100; i++) {
      fold.announce(badSignature(new SourceId("src_%026d".formatted(i)), HERE));
    }

    assertThat(told).hasSize(FoldRepeats.MOST + 1);
  }

  @Test
  void anything_else_is_passed_on() {
    var event =
        new WebhookDeleted(TenantId.DEFAULT, new WebhookId("wh_00000000000000000000000001"), NOW);
    fold.announce(event);
    fold.announce(event);

    assertThat(told).containsExactly(event, event);
  }

  private static AccessRefused wrongKey(String address, Instant at) {
    return new AccessRefused(address(address), Reason.UNAUTHORIZED, null, 1, at);
  }

  private static SignatureFailed badSignature(SourceId source, String address) {
    return new SignatureFailed(TenantId.DEFAULT, source, address(address), "wrong", 1, NOW);
  }

  private static ClientAddress address(String text) {
    return ClientAddress.parse(text).orElseThrow();
  }
}
