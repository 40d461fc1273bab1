package posthorn.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import posthorn.receiver.Step.Write;

class RemoteControlTest {
  private static final Request HOOK = new Request("POST /hook HTTP/1.1\r\n\r\n", "{}");

  private final List<String> witnessed = new ArrayList<>();
  private final RemoteControl control =
      new RemoteControl((request, order) -> witnessed.add(request.target() + " " + order.text()));

  @Test
  void it_is_well_behaved_until_it_is_told_otherwise() {
    assertThat(control.behaviourFor(HOOK)).isEqualTo(Behaviour.answer(200));

    assertThat(textOf(control.behaviourFor(order("status=503\n"))))
        .startsWith("HTTP/1.1 200")
        .endsWith("from now on: status=503\n");
    assertThat(control.behaviourFor(HOOK)).isEqualTo(Behaviour.answer(503));

    assertThat(witnessed).containsExactly("/hook ok", "/hook status=503");
  }

  @Test
  void every_word_is_an_order() {
    assertThat(Order.WORDS.split(", ")).hasSize(7).allMatch(word -> Order.parse(word).isPresent());
    assertThat(Order.parse("429"))
        .map(Order::behaviour)
        .contains(Behaviour.tooManyRequests(Duration.ofSeconds(10)));
    assertThat(Order.parse("stall")).map(Order::behaviour).contains(Mischief.stall());
  }

  @Test
  void a_flaky_one_fails_first_attempts_now_and_then_and_no_repetition() {
    control.give(Order.FLAKY);
    Request repeated = new Request("POST /hook HTTP/1.1\r\nX-Webhook-Attempt: 2\r\n\r\n", "{}");

    for (int i = 0; i < 14; i++) {
      assertThat(control.behaviourFor(repeated)).isEqualTo(Behaviour.answer(200));
    }
    assertThat(
            Stream.generate(() -> control.behaviourFor(HOOK))
                .limit(14)
                .filter(Behaviour.answer(500)::equals))
        .hasSize(2);
    assertThat(witnessed).hasSize(28).contains("/hook status=500").doesNotContain("/hook flaky");
  }

  @Test
  void what_is_no_order_changes_nothing_and_is_told_what_would_be_one() {
    for (String text : new String[] {"", "fail", "status=99", "status=600", "status=5000"}) {
      assertThat(textOf(control.behaviourFor(order(text))))
          .as(text)
          .startsWith("HTTP/1.1 400")
          .endsWith("orders are: " + Order.WORDS + "\n");
    }
    assertThat(control.behaviourFor(HOOK)).isEqualTo(Order.OK.behaviour());
  }

  @Test
  void whoever_asks_is_told_the_present_order() {
    control.give(Order.parse("drip").orElseThrow());

    assertThat(textOf(control.behaviourFor(new Request("GET /behaviour HTTP/1.1\r\n\r\n", ""))))
        .endsWith("now: drip\n");
  }

  private static Request order(String text) {
    return new Request("POST " + RemoteControl.TARGET + " HTTP/1.1\r\n\r\n", text);
  }

  private static String textOf(Behaviour behaviour) {
    return ((Write) behaviour.steps().getFirst()).text();
  }
}
