package posthorn.domain.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.event.EventType;
import posthorn.domain.field.FieldError;
import posthorn.domain.inbound.WrittenSource.Place;
import posthorn.domain.inbound.WrittenSource.Signature;
import posthorn.domain.signing.SignatureEncoding;
import posthorn.domain.signing.TimestampedScheme;
import posthorn.domain.signing.VerificationScheme;

class SourceSettingsTest {
  private static final String URL = "https://hooks.example.com/gateway/webhooks/{source_id}";

  private static WrittenSource signed(String kind, Signature signature) {
    return new WrittenSource(kind, signature, null, null, null, null, null);
  }

  private static WrittenSource within(String kind, long tolerance) {
    return new WrittenSource(kind, Signature.OF_KIND, tolerance, null, null, null, null);
  }

  private static WrittenSource identified(
      @Nullable String header, @Nullable String pointer, @Nullable String template) {
    return new WrittenSource(
        "sha256", Signature.OF_KIND, null, null, new Place(header, pointer, template), null, null);
  }

  private static WrittenSource at(String kind, @Nullable String publicUrl) {
    return new WrittenSource(kind, Signature.OF_KIND, null, null, null, null, publicUrl);
  }

  private static Signature header(String name) {
    return new Signature(name, null, null, null);
  }

  private static List<FieldError> errors(WrittenSource written) {
    return switch (SourceSettings.parse(written)) {
      case SourceSettings.Parsed.Invalid(var errors) -> errors;
      case SourceSettings.Parsed.Valid _ -> List.of();
    };
  }

  @Test
  void a_source_that_says_nothing_has_what_its_kind_says() {
    for (String name : ProviderPreset.names()) {
      var preset = ProviderPreset.named(name).orElseThrow();
      var settings =
          SourceSettings.of(
              preset.scheme().signsAddress() ? at(name, URL) : WrittenSource.of(name));
      assertThat(settings.scheme()).isEqualTo(preset.scheme());
      assertThat(settings.tolerance()).isEqualTo(preset.freshness().tolerance());
      assertThat(settings.eventType()).isEqualTo(preset.eventType());
      assertThat(settings.messageIds()).isEqualTo(preset.messageIds());
      assertThat(settings.requiresJson()).isFalse();
    }
  }

  @Test
  void a_source_may_say_otherwise_and_what_it_said_is_kept() {
    var written =
        new WrittenSource(
            "timestamped",
            new Signature("X-Acme-Signature", "base64", null, "X-Acme-Time"),
            60L,
            new Place(null, "/kind", null),
            new Place("X-Acme-Id", null, null),
            true,
            null);
    var settings = SourceSettings.of(written);
    assertThat(settings.written()).isEqualTo(written);
    assertThat(settings.scheme())
        .isEqualTo(
            new TimestampedScheme("X-Acme-Signature", "X-Acme-Time", SignatureEncoding.BASE64));
    assertThat(settings.tolerance()).isEqualTo(Duration.ofMinutes(1));
    assertThat(settings.requiresJson()).isTrue();
    var message =
        Messages.message(Map.of("X-Idempotency-Key", "k", "x-acme-id", "7"), "{\"kind\": \"a\"}");
    assertThat(settings.typeOf(message)).contains(new EventType("a"));
    assertThat(settings.messageId(message)).contains("7");
    assertThat(settings.messageId(Messages.message(Map.of("X-Idempotency-Key", "k"), "{}")))
        .isEmpty();
  }

  @Test
  void a_message_id_may_stand_in_the_body() {
    var settings = SourceSettings.of(identified(null, "/data/uuid", null));
    assertThat(settings.messageId(Messages.body("{\"data\": {\"uuid\": 17}}"))).contains("17");
    assertThat(
            settings.messageId(
                Messages.body("{\"data\": {\"uuid\": \"%s\"}}".formatted("a".repeat(256)))))
        .isEmpty();
  }

  @Test
  void a_message_id_stands_in_one_place() {
    var error = new FieldError("message_id", "must have exactly one of 'header', 'pointer'");
    assertThat(errors(identified(null, null, null))).containsExactly(error);
    assertThat(errors(identified("X-Id", "/id", null))).containsExactly(error);
    assertThat(errors(identified("X-Id", null, "{/id}"))).containsExactly(error);
    assertThat(errors(identified("X Id", null, null)))
        .extracting(FieldError::field)
        .containsExactly("message_id.header");
    assertThat(errors(identified(null, "id", null)))
        .extracting(FieldError::field)
        .containsExactly("message_id.pointer");
  }

  @Test
  void all_mistakes_are_named() {
    var written =
        new WrittenSource(
            "gitea",
            new Signature("X Sig", "hexadecimal", "\t", "X Time"),
            0L,
            new Place(null, "kind", null),
            new Place(null, null, null),
            null,
            "ftp://a");
    assertThat(errors(written))
        .extracting(FieldError::field)
        .containsExactly(
            "kind",
            "signature_header",
            "signature_encoding",
            "signature_prefix",
            "timestamp_header",
            "event_type.pointer",
            "message_id",
            "tolerance_seconds",
            "public_url");
    assertThat(errors(WrittenSource.of("gitea")))
        .containsExactly(
            new FieldError(
                "kind",
                "must be one of sha256, timestamped, standard, github, stripe, slack, shopify,"
                    + " gitlab, svix, twilio, hubspot, linear, zoom, discord, sendgrid, paddle,"
                    + " square, calendly"));
    assertThatThrownBy(() -> SourceSettings.of(written))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_provider_with_headers_of_its_own_takes_no_other() {
    assertThat(errors(signed("slack", header("X-Acme-Signature"))))
        .containsExactly(
            new FieldError("signature_header", "must be left out: this kind has its own"));
    assertThat(SourceSettings.of(signed("github", header("X-Acme-Signature"))).scheme())
        .isEqualTo(new VerificationScheme.Sha256("X-Acme-Signature"));
  }

  @Test
  void a_signature_is_written_as_the_generic_kinds_say() {
    assertThat(
            SourceSettings.of(signed("sha256", new Signature(null, "base64", "", null))).scheme())
        .isEqualTo(
            new VerificationScheme.Sha256("X-Webhook-Signature", "", SignatureEncoding.BASE64));
    assertThat(SourceSettings.of(signed("sha256", new Signature(null, "hex", null, null))).scheme())
        .isEqualTo(new VerificationScheme.Sha256("X-Webhook-Signature"));
    assertThat(errors(signed("sha256", new Signature(null, "Hex", "x".repeat(33), null))))
        .containsExactly(
            new FieldError("signature_encoding", "must be one of hex, base64"),
            new FieldError("signature_prefix", VerificationScheme.Sha256.PREFIX_RULE));
    assertThat(errors(signed("sha256", new Signature(null, null, null, "X-Time"))))
        .containsExactly(
            new FieldError("timestamp_header", "must be left out: it is only for timestamped"));
    assertThat(errors(signed("timestamped", new Signature(null, null, "v1=", null))))
        .containsExactly(
            new FieldError("signature_prefix", "must be left out: it is only for sha256"));
    for (String kind : List.of("github", "stripe", "slack", "shopify", "gitlab", "standard")) {
      assertThat(errors(signed(kind, new Signature(null, "hex", "sha256=", "X-Time"))))
          .extracting(FieldError::field)
          .containsExactly("signature_encoding", "signature_prefix", "timestamp_header");
    }
  }

  @Test
  void time_and_signature_stand_in_two_headers() {
    var error = new FieldError("timestamp_header", "must be another header than the signature's");
    assertThat(
            errors(signed("timestamped", new Signature(null, null, null, "x-webhook-signature"))))
        .containsExactly(error);
    assertThat(errors(signed("timestamped", new Signature("X-One", null, null, "x-one"))))
        .containsExactly(error);
  }

  @Test
  void a_tolerance_is_from_a_second_to_a_day() {
    for (String timed : List.of("standard", "stripe", "slack", "linear", "paddle")) {
      assertThat(errors(within(timed, 1))).isEmpty();
    }
    assertThat(errors(within("standard", 86_400))).isEmpty();
    var error = new FieldError("tolerance_seconds", "must be between 1 and 86400");
    assertThat(errors(within("standard", 0))).containsExactly(error);
    assertThat(errors(within("standard", 86_401))).containsExactly(error);
    assertThat(errors(within("standard", Long.MIN_VALUE))).containsExactly(error);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sha256", "github", "shopify", "gitlab"})
  void a_kind_that_signs_no_time_takes_no_tolerance(String kind) {
    assertThat(errors(within(kind, 60)))
        .containsExactly(
            new FieldError("tolerance_seconds", "must be left out: this kind signs no time"));
  }

  @ParameterizedTest
  @CsvSource({"twilio, Twilio", "hubspot, HubSpot", "square, Square"})
  void who_signs_the_address_needs_it(String kind, String sender) {
    String message =
        "is required, because "
            + sender
            + " signs the address: give it exactly as "
            + sender
            + " has it, such as https://hooks.example.com/gateway/webhooks/{source_id}";
    assertThat(errors(at(kind, null))).containsExactly(new FieldError("public_url", message));
    var settings = SourceSettings.of(at(kind, URL));
    SourceId id = Messages.source(1);
    assertThat(settings.publicUrl(id))
        .contains("https://hooks.example.com/gateway/webhooks/" + id.value());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hooks.example.com/a",
        "ftp://hooks.example.com",
        "https://",
        "https:///a",
        "https://u:p@hooks.example.com/",
        "https://hooks.example.com/#a",
        "https://hooks.example.com/ a",
        "https://hooks.example.com/é",
        "https://hooks.example.com/{id}",
        "",
      })
  void an_address_is_that_of_a_web_server(String url) {
    assertThat(errors(at("square", url)))
        .containsExactly(new FieldError("public_url", SignedAddress.RULE));
  }

  @Test
  void an_address_may_have_parameters_and_is_bounded() {
    assertThat(errors(at("twilio", "http://localhost:8080/a?b=1&c=2"))).isEmpty();
    assertThat(errors(at("twilio", "https://a.example/" + "b".repeat(1_007)))).hasSize(1);
    assertThat(errors(at("twilio", "https://a.example/" + "b".repeat(1_006)))).isEmpty();
  }

  @Test
  void who_signs_no_address_takes_none() {
    assertThat(errors(at("github", URL)))
        .containsExactly(
            new FieldError("public_url", "must be left out: this kind does not sign the address"));
  }
}
