package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import posthorn.domain.access.AuditEntry;

class AuditChangeTest {
  @Test
  void of_a_change_the_fields_that_differ_are_kept() {
    AuditEntry.Change change =
        AuditChange.of(
            new TreeMap<>(Map.of("a", 1, "b", Map.of("c", List.of(1)), "old", true)),
            Map.of("a", 1, "b", Map.of("c", List.of(2))));

    assertThat(change)
        .isEqualTo(
            new AuditEntry.Change("{\"b\":{\"c\":[1]},\"old\":true}", "{\"b\":{\"c\":[2]}}"));
  }

  @Test
  void what_is_the_same_changed_nothing() {
    assertThat(AuditChange.of(Map.of("a", 1), Map.of("a", 1)))
        .isEqualTo(new AuditEntry.Change("{}", "{}"));
  }

  @Test
  void of_what_is_new_or_gone_all_is_kept() {
    assertThat(AuditChange.of(null, Map.of("a", 1)))
        .isEqualTo(new AuditEntry.Change(null, "{\"a\":1}"));
    assertThat(AuditChange.of(Map.of("a", 1), null))
        .isEqualTo(new AuditEntry.Change("{\"a\":1}", null));
    assertThat(AuditChange.of(null, null)).isEqualTo(AuditEntry.Change.NONE);
  }

  @Test
  void secrets_are_hidden_wherever_they_stand_and_that_they_changed_is_not() {
    AuditEntry.Change change =
        AuditChange.of(
            Map.of("x", List.of(Map.of("secret", "s3cret")), "headers", Map.of("A", "s3cret")),
            Map.of("x", List.of(Map.of("secret", "s4cret")), "headers", Map.of("A", "s4cret")));

    String hidden = "[{\"secret\":\"(hidden)\"}]";
    assertThat(change.before()).contains(hidden, "{\"A\":\"(hidden)\"}").doesNotContain("s3cret");
    assertThat(change.after()).contains(hidden, "{\"A\":\"(hidden)\"}").doesNotContain("s4cret");
  }

  @Test
  void what_is_too_long_is_left_out_with_its_length() {
    AuditEntry.Change change =
        AuditChange.of(null, Map.of("long", "x".repeat(AuditChange.MAX_LENGTH)));

    assertThat(change.after())
        .isEqualTo("{\"long\":{\"omitted_characters\":" + (AuditChange.MAX_LENGTH + 2) + "}}");
  }
}
