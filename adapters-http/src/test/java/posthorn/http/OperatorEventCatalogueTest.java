package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import posthorn.application.port.OperatorEvent;
import tools.jackson.databind.JsonNode;

/** Every operator event that there is can be filtered by, is shown, and stands in the document. */
class OperatorEventCatalogueTest {
  private static final Path DOCUMENT = Path.of("../docs/operator-events.md");

  @Test
  void every_kind_of_event_has_a_sample_here() {
    assertThat(OperatorEventSamples.kinds().distinct())
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(OperatorEvent.class.getPermittedSubclasses())
                .flatMap(OperatorEventCatalogueTest::recordsOf)
                .toList());
  }

  private static Stream<Class<?>> recordsOf(Class<?> kind) {
    return kind.isSealed() ? Stream.of(kind.getPermittedSubclasses()) : Stream.of(kind);
  }

  @Test
  void every_type_can_be_asked_for_and_there_are_no_others() {
    assertThat(OperatorEventSamples.all().stream().map(OperatorEvent::type).distinct())
        .as("OperatorEventView.TYPES")
        .containsExactlyInAnyOrderElementsOf(OperatorEventView.TYPES);
  }

  @Test
  void every_type_is_documented_with_its_fields() throws Exception {
    List<String> lines = Files.readAllLines(DOCUMENT);
    var missing = new ArrayList<String>();
    for (OperatorEvent event : OperatorEventSamples.all()) {
      JsonNode view = OperatorEventView.of(event);
      String line =
          lines.stream()
              .filter(it -> it.startsWith("|") && it.contains("`" + event.type() + "`"))
              .findFirst()
              .orElse("");
      if (line.isEmpty()) {
        missing.add(event.type());
      }
      view.propertyNames().stream()
          .filter(name -> !List.of("type", "time", "tenant_id", "webhook_id").contains(name))
          .filter(name -> !line.contains("`" + name + "`"))
          .forEach(name -> missing.add(event.type() + " " + name));
    }
    assertThat(missing).as("a line of the table in docs/operator-events.md").isEmpty();
  }

  @Test
  void every_event_says_what_when_and_whose() {
    for (OperatorEvent event : OperatorEventSamples.all()) {
      JsonNode view = OperatorEventView.of(event);
      assertThat(view.path("type").asString()).isEqualTo(event.type());
      assertThat(view.path("time").asString()).isEqualTo("2026-01-01T00:00:00Z");
      assertThat(view.path("tenant_id").asString()).isEqualTo(event.tenant().value());
    }
  }

  @Test
  void a_dead_letter_names_its_delivery_webhook_and_session() {
    JsonNode view = OperatorEventView.of(OperatorEventSamples.died(null));

    assertThat(view.path("type").asString()).isEqualTo("WebhookDLQEvent");
    assertThat(view.path("webhook_delivery_id").asString())
        .isEqualTo(OperatorEventSamples.DELIVERY.value());
    assertThat(view.path("webhook_id").asString()).isEqualTo(OperatorEventSamples.WEBHOOK.value());
    assertThat(view.path("session_id").asString()).isEqualTo("session-1");
    assertThat(view.path("failure_category").isNull()).isTrue();
  }

  @Test
  void no_event_holds_what_a_receiver_said_which_may_be_long() {
    assertThat(OperatorEventSamples.all())
        .noneSatisfy(event -> assertThat(event.toString()).contains("long"));
  }
}
