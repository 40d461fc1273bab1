package posthorn.application.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.inbound.ReceiveWebhook.Result.Accepted;
import posthorn.application.inbound.ReceiveWebhook.Result.LoopDetected;
import posthorn.application.inbound.RerouteMessage.Result.Rerouted;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvent.LoopRefused;
import posthorn.application.testing.Samples;
import posthorn.domain.event.Hops;
import posthorn.domain.inbound.Source;
import posthorn.domain.tenant.TenantId;

/** What a webhook at our own inbound address comes to. */
class LoopTest {
  private final Gateway gateway = new Gateway();
  private final Source github = gateway.source("github");

  @BeforeEach
  void routed() {
    gateway.route(github, "*", "code_review", "reviewer-cluster");
    gateway.engine.stores.webhooks().add(new Samples().webhook(TenantId.DEFAULT, "*"));
    gateway.engine.sender.everyReceiverAnswers(200);
  }

  @Test
  void what_came_in_is_sent_with_one_hop_more() {
    gateway.receive(github, gateway.opened("1"));
    assertThat(hopsSent()).isEqualTo("1");
    gateway.receive(github, gateway.opened("2", "4"));
    assertThat(hopsSent()).isEqualTo("5");
  }

  @Test
  void what_was_published_is_sent_without_a_hop() {
    gateway.engine.publish("user.created", "{}");

    assertThat(gateway.engine.runDue()).isEqualTo(1);
    assertThat(gateway.engine.sender.sent().getLast().headers()).doesNotContainKey(Hops.HEADER);
  }

  @Test
  void what_has_come_in_five_times_is_refused_and_told_of_once_a_minute() {
    for (int i = 0; i < 7; i++) {
      assertThat(gateway.receive(github, gateway.opened("d" + i, "5")))
          .isEqualTo(new LoopDetected(5));
    }
    assertThat(gateway.engine.runDue()).isZero();
    assertThat(loopsTold()).containsExactly(1);

    gateway.engine.time.advance(Duration.ofMinutes(1));
    gateway.receive(github, gateway.opened("later", "5"));
    assertThat(loopsTold()).containsExactly(1, 7);
  }

  @Test
  void a_message_that_is_routed_once_more_keeps_its_hops() {
    var received = (Accepted) gateway.receive(github, gateway.opened("1", "2"));
    assertThat(hopsSent()).isEqualTo("3");

    assertThat(
            gateway.rerouteMessage.reroute(
                TenantId.DEFAULT, received.id(), gateway.engine.time.now()))
        .isInstanceOf(Rerouted.class);
    assertThat(hopsSent()).isEqualTo("3");
  }

  private String hopsSent() {
    assertThat(gateway.engine.runDue()).isEqualTo(1);
    return gateway.engine.sender.sent().getLast().headers().getOrDefault(Hops.HEADER, "none");
  }

  private List<Integer> loopsTold() {
    return gateway.engine.announced.stream()
        .filter(LoopRefused.class::isInstance)
        .map((OperatorEvent event) -> ((LoopRefused) event).count())
        .toList();
  }
}
