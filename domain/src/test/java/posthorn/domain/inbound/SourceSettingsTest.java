package posthorn.domain.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.event.EventType;
import posthorn.domain.field.FieldError;
import posthorn.domain.signing.VerificationScheme;

class SourceSettingsTest {
  private static SourceSettings valid(
      String kind,
      @Nullable String header,
      EventTypeRule.@Nullable Parsed rule,
      @Nullable Long tolerance) {
    var parsed = SourceSettings.parse(kind, header, rule, tolerance);
    assertThat(parsed).isInstanceOf(SourceSettings.Parsed.Valid.class);
    return ((SourceSettings.Parsed.Valid) parsed).settings();
  }

  private static List<FieldError> errors(
      String kind,
      @Nullable String header,
      EventTypeRule.@Nullable Parsed rule,
      @Nullable Long tolerance) {
    return switch (SourceSettings.parse(kind, header, rule, tolerance)) {
      case SourceSettings.Parsed.Invalid(var errors) -> errors;
      case SourceSettings.Parsed.Valid _ -> List.of();
    };
  }

  @Test
  void a_source_that_says_nothing_has_what_its_kind_says() {
    for (String name : ProviderPreset.names()) {
      var preset = ProviderPreset.named(name).orElseThrow();
      assertThat(valid(name, null, null, null))
          .isEqualTo(SourceSettings.of(preset))
          .isEqualTo(
              new SourceSettings(
                  preset, preset.scheme(), Duration.ofMinutes(5), preset.eventType(), false));
    }
  }

  @Test
  void a_source_may_say_otherwise() {
    var rule = EventTypeRule.parse("event_type", null, "/kind", null);
    var settings = valid("timestamped", "X-Acme-Signature", rule, 60L);
    assertThat(settings.scheme()).isEqualTo(new VerificationScheme.Timestamped("X-Acme-Signature"));
    assertThat(settings.tolerance()).isEqualTo(Duration.ofMinutes(1));
    var message = Messages.message(Map.of("X-Idempotency-Key", "k"), "{\"kind\": \"a\"}");
    assertThat(settings.typeOf(message)).contains(new EventType("a"));
    assertThat(settings.messageId(message)).contains("k");
  }

  @Test
  void all_mistakes_are_named() {
    var rule = EventTypeRule.parse("event_type", null, "kind", null);
    assertThat(errors("gitea", "X Sig", rule, 0L))
        .extracting(FieldError::field)
        .containsExactly("kind", "signature_header", "event_type.pointer", "tolerance_seconds");
    assertThat(errors("gitea", null, null, null))
        .containsExactly(
            new FieldError(
                "kind",
                "must be one of sha256, timestamped, standard, github, stripe, slack, shopify,"
                    + " gitlab"));
  }

  @Test
  void a_provider_with_headers_of_its_own_takes_no_other() {
    assertThat(errors("slack", "X-Acme-Signature", null, null))
        .containsExactly(
            new FieldError("signature_header", "must be left out: this kind has its own"));
    assertThat(valid("github", "X-Acme-Signature", null, null).scheme())
        .isEqualTo(new VerificationScheme.Sha256("X-Acme-Signature"));
  }

  @Test
  void a_tolerance_is_from_a_second_to_a_day() {
    for (String timed : List.of("standard", "timestamped", "stripe", "slack")) {
      assertThat(errors(timed, null, null, 1L)).isEmpty();
    }
    assertThat(errors("standard", null, null, 86_400L)).isEmpty();
    var error = new FieldError("tolerance_seconds", "must be between 1 and 86400");
    assertThat(errors("standard", null, null, 0L)).containsExactly(error);
    assertThat(errors("standard", null, null, 86_401L)).containsExactly(error);
    assertThat(errors("standard", null, null, Long.MIN_VALUE)).containsExactly(error);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sha256", "github", "shopify", "gitlab"})
  void a_kind_that_signs_no_time_takes_no_tolerance(String kind) {
    assertThat(errors(kind, null, null, 60L))
        .containsExactly(
            new FieldError("tolerance_seconds", "must be left out: this kind signs no time"));
  }
}
