package posthorn.domain.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.event.EventType;
import posthorn.domain.field.FieldError;
import posthorn.domain.testing.Law;

class EventTypeRuleTest {
  private static final String GITHUB = "{header:X-GitHub-Event}.{/action}";

  private static Optional<String> type(String template, InboundMessage message) {
    return EventTypeRule.template(template).typeOf(message).map(EventType::value);
  }

  private static Optional<String> type(String template, String body) {
    return type(template, Messages.body(body));
  }

  private static List<FieldError> errors(
      @Nullable String header, @Nullable String pointer, @Nullable String template) {
    return switch (EventTypeRule.parse("event_type", header, pointer, template)) {
      case EventTypeRule.Parsed.Invalid(var errors) -> errors;
      case EventTypeRule.Parsed.Valid _ -> List.of();
    };
  }

  @Test
  void a_pull_request_that_was_opened_is_pull_request_opened() {
    var opened =
        Messages.message(Map.of("X-GitHub-Event", "pull_request"), "{\"action\": \"opened\"}");
    assertThat(type(GITHUB, opened)).contains("pull_request.opened");
  }

  @Test
  void without_an_action_the_dot_goes_too() {
    assertThat(type(GITHUB, Messages.message(Map.of("X-GitHub-Event", "push"), "{}")))
        .contains("push");
    assertThat(type(GITHUB, "{\"action\": \"opened\"}")).contains("opened");
    assertThat(type("{/a}.{/b}.{/c}", "{\"a\": \"x\", \"c\": \"z\"}")).contains("x.z");
  }

  @Test
  void a_message_with_nothing_to_name_it_by_has_no_type() {
    assertThat(type(GITHUB, "{}")).isEmpty();
    assertThat(type("fixed.{/type}", "{}")).isEmpty();
    assertThat(type("{/type}", new InboundMessage(Map.of("type", "x"), null))).isEmpty();
  }

  @Test
  void a_header_is_found_in_any_spelling_and_without_a_body() {
    var message = new InboundMessage(Map.of("x-GITHUB-event", " push "), null);
    assertThat(type("{header:X-GitHub-Event}", message)).contains("push");
  }

  @Test
  void a_missing_value_takes_its_whole_word_along() {
    assertThat(type("app.v-{/version}.{/type}", "{\"type\": \"x\"}")).contains("app.x");
    assertThat(type("app.v-{/version}.{/type}", "{\"type\": \"x\", \"version\": 2}"))
        .contains("app.v-2.x");
    assertThat(type("{/a}{/b}.{/c}", "{\"a\": \"x\", \"c\": \"z\"}")).contains("z");
    assertThat(type("{/a}{/b}.{/c}", "{\"a\": \"x\", \"b\": \"y\", \"c\": \"z\"}"))
        .contains("xy.z");
  }

  @Test
  void the_first_place_where_something_usable_stands_is_taken() {
    String template = "{/event/type|/type|header:X-Type}";
    assertThat(type(template, "{\"event\": {\"type\": \"a\"}, \"type\": \"b\"}")).contains("a");
    assertThat(type(template, "{\"event\": {}, \"type\": \"b\"}")).contains("b");
    assertThat(type(template, "{\"event\": {\"type\": \" \"}, \"type\": \"b\"}")).contains("b");
    assertThat(type(template, "{\"event\": {\"type\": \"!\"}, \"type\": \"b\"}")).contains("b");
    assertThat(type(template, Messages.message(Map.of("X-Type", "c"), "{}"))).contains("c");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "orders/create       ; orders.create",
        "app:user:created    ; app.user.created",
        "Push Hook           ; Push_Hook",
        "a  b\u00e9c         ; a_b_c",
        "/orders//paid/      ; orders.paid",
        "..a..b..            ; a.b",
        "a.b-c_D1            ; a.b-c_D1",
        "a\u00a0\u4e2d       ; a_",
      })
  void foreign_characters_are_replaced(String value, String type) {
    assertThat(type("{/t}", "{\"t\": \"%s\"}".formatted(value))).contains(type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "   ", "...", "///", "\u4e2d\u6587", "!?", "_", "-.-"})
  void a_value_without_a_letter_or_digit_is_as_good_as_missing(String value) {
    assertThat(type("{/t}", "{\"t\": \"%s\"}".formatted(value))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"12; 12", "1e3; 1000", "-5; -5", "999999999999999999; 999999999999999999"})
  void a_whole_number_is_a_name(String json, String type) {
    assertThat(type("{/t}", "{\"t\": %s}".formatted(json))).contains(type);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.5",
        "1000000000000000000",
        "1e18",
        "1e999999999",
        "true",
        "null",
        "[\"a\"]",
        "{\"a\": 1}"
      })
  void other_values_are_none(String json) {
    assertThat(type("{/t}", "{\"t\": %s}".formatted(json))).isEmpty();
  }

  @Test
  void a_type_of_128_characters_is_the_longest() {
    assertThat(type("{/t}", "{\"t\": \"%s\"}".formatted("a".repeat(128)))).isPresent();
    assertThat(type("{/t}", "{\"t\": \"%s\"}".formatted("a".repeat(129)))).isEmpty();
    assertThat(type("ab.{/t}", "{\"t\": \"%s\"}".formatted("a".repeat(126)))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a.b          ; must have a placeholder such as '{/type}' or '{header:X-Event}'",
        "a..{/b}      ; must have something before, after and between its dots",
        ".{/b}        ; must have something before, after and between its dots",
        "{/b}.        ; must have something before, after and between its dots",
        "{/b}}        ; has a brace without its counterpart at character 5",
        "{/b}.{{/a}   ; has a brace without its counterpart at character 6",
        "{/b}.{a      ; has a brace without its counterpart at character 6",
        "a b.{/b}     ; may have only letters, digits, '_' and '-' outside of braces: a b",
        "{}           ; must have 'header:' and a name or a JSON pointer in braces: {}",
        "{a}          ; must have 'header:' and a name or a JSON pointer in braces: {a}",
        "{/a~2}       ; must have 'header:' and a name or a JSON pointer in braces: {/a~2}",
        "{header:}    ; must have 'header:' and a name or a JSON pointer in braces: {header:}",
        "{header:a b} ; must have 'header:' and a name or a JSON pointer in braces: {header:a b}",
        "{/a|}        ; must have 'header:' and a name or a JSON pointer in braces: {}",
      })
  void a_mistake_in_a_template_is_named(String template, String message) {
    assertThat(errors(null, null, template))
        .containsExactly(new FieldError("event_type.template", message));
    assertThatThrownBy(() -> EventTypeRule.template(template))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void all_mistakes_of_a_template_are_named() {
    assertThat(errors(null, null, "x y.{a|/b|c}..}"))
        .extracting(FieldError::message)
        .containsExactly(
            "may have only letters, digits, '_' and '-' outside of braces: x y",
            "must have 'header:' and a name or a JSON pointer in braces: {a}",
            "must have 'header:' and a name or a JSON pointer in braces: {c}",
            "must have something before, after and between its dots",
            "has a brace without its counterpart at character 15");
  }

  @Test
  void an_empty_template_is_refused() {
    assertThat(errors(null, null, "")).hasSize(2);
  }

  @Test
  void a_template_has_at_most_512_characters() {
    assertThat(errors(null, null, "{/" + "a".repeat(509) + "}")).isEmpty();
    assertThat(errors(null, null, "{/" + "a".repeat(510) + "}"))
        .containsExactly(new FieldError("event_type.template", "must have at most 512 characters"));
  }

  @Test
  void a_rule_is_a_header_or_a_pointer_or_a_template() {
    var message = Messages.message(Map.of("X-Topic", "from.header"), "{\"a|b\": \"from.body\"}");
    assertThat(rule("X-Topic", null, null).typeOf(message)).contains(new EventType("from.header"));
    assertThat(rule(null, "/a|b", null).typeOf(message)).contains(new EventType("from.body"));
    assertThat(rule(null, null, "x.{header:X-Topic}").typeOf(message))
        .contains(new EventType("x.from.header"));
  }

  private static EventTypeRule rule(
      @Nullable String header, @Nullable String pointer, @Nullable String template) {
    var parsed = EventTypeRule.parse("event_type", header, pointer, template);
    assertThat(parsed).isInstanceOf(EventTypeRule.Parsed.Valid.class);
    return ((EventTypeRule.Parsed.Valid) parsed).rule();
  }

  @Test
  void exactly_one_of_them_must_be_given_and_each_must_be_right() {
    var one =
        new FieldError("event_type", "must have exactly one of 'header', 'pointer', 'template'");
    assertThat(errors(null, null, null)).containsExactly(one);
    assertThat(errors("X-A", "/a", null)).containsExactly(one);
    assertThat(errors("X A", "a", "a"))
        .extracting(FieldError::field)
        .containsExactly(
            "event_type", "event_type.header", "event_type.pointer", "event_type.template");
    assertThat(errors("X A", null, null))
        .containsExactly(new FieldError("event_type.header", "must be the name of an HTTP header"));
  }

  @Test
  void a_rule_that_looks_at_nothing_cannot_be_made() {
    assertThatThrownBy(() -> new EventTypeRule(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> EventTypeRule.at(new Lookup.Header("a b")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatever_a_message_holds_its_type_is_valid_or_none() {
    Law.holds(random -> {
      var text = new StringBuilder();
      for (int i = random.nextInt(12); i > 0; i--) {
        text.append("ab.-_/: \u00e9\u4e2d".charAt(random.nextInt(10)));
      }
      String value = text.toString();
      Optional<String> type = type("{/t}.x{/t}", "{\"t\": \"%s\"}".formatted(value));
      assertThat(type.isPresent()).isEqualTo(value.contains("a") || value.contains("b"));
      type.ifPresent(found -> assertThat(EventType.isValid(found)).isTrue());
    });
  }
}
