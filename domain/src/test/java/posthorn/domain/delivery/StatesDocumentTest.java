package posthorn.domain.delivery;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table in docs/states.md is what the code does, tried out state by state. */
class StatesDocumentTest {
  private static final Path DOCUMENT = Path.of("../docs/states.md");
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = NOW.plusSeconds(3600);

  @Test
  void the_document_has_exactly_the_transitions_of_the_code() throws IOException {
    assertThat(Files.readString(DOCUMENT))
        .as("copy the table below into docs/states.md:%n%s", table())
        .contains(table());
  }

  private static String table() {
    List<Delivery> states = states();
    String head =
        "| what happens | "
            + states.stream()
                .map(state -> "`" + state.state().wireName() + "`")
                .collect(joining(" | "))
            + " |\n| --- |"
            + " --- |".repeat(states.size());
    return head
        + Stream.of(Transitions.values())
            .map(transition ->
                "\n| "
                    + transition.description
                    + " | "
                    + states.stream()
                        .map(state -> outcome(transition, state))
                        .collect(joining(" | "))
                    + " |")
            .collect(joining())
        + "\n";
  }

  private static String outcome(Transitions transition, Delivery from) {
    try {
      Delivery to = transition.apply(from, LATER);
      boolean newCycle = to.progress().cycle() > from.progress().cycle();
      return "→ `" + to.state().wireName() + "`" + (newCycle ? ", new cycle" : "");
    } catch (IllegalStateException _) {
      return "–";
    }
  }

  /** One delivery in each state. */
  private static List<Delivery> states() {
    Delivery pending = DeliveryTest.newDelivery();
    Delivery inFlight = Transitions.CLAIM.apply(pending, NOW);
    Delivery failed = Transitions.FAIL.apply(inFlight, NOW);
    List<Delivery> states =
        List.of(
            pending,
            inFlight,
            failed,
            Transitions.SUCCEED.apply(inFlight, NOW),
            Transitions.DIE.apply(inFlight, NOW),
            Transitions.CANCEL.apply(pending, NOW));
    assertThat(states.stream().<Class<?>>map(state -> state.state().getClass()).toList())
        .containsExactlyInAnyOrderElementsOf(List.of(DeliveryState.class.getPermittedSubclasses()));
    return states;
  }
}
