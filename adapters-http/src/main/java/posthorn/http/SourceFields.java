package posthorn.http;

import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import posthorn.domain.inbound.ProviderPreset;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceSettings;
import posthorn.domain.inbound.WrittenSource;
import posthorn.domain.inbound.WrittenSource.Place;
import posthorn.domain.inbound.WrittenSource.Signature;
import posthorn.domain.signing.VerificationKey;
import posthorn.domain.signing.VerificationScheme;

/**
 * Reads a source's settings, of one that is new or of one that is changed. What is not mentioned
 * stays as it is, null leaves it to the kind.
 */
final class SourceFields {
  /** The source's fields, and theirs. */
  static final int DEPTH = 2;

  static final String KIND = "kind";
  static final String SECRET = "secret";

  private static final String NAME = "name";
  private static final String EVENT_TYPE = "event_type";
  private static final String MESSAGE_ID = "message_id";
  private static final String TOLERANCE = "tolerance_seconds";
  private static final String REQUIRE_JSON = "require_json";
  private static final String HEADER = "header";
  private static final String POINTER = "pointer";

  /** More than any of these texts may have; what each may have is told by its own rule. */
  private static final int MAX_TEXT = 1024;

  private SourceFields() {}

  /** The name that is given; empty where something is wrong with it. */
  static Optional<String> nameOf(RequestFields fields, @Nullable Source seen) {
    if (seen != null && !fields.mentions(NAME)) {
      return Optional.of(seen.name());
    }
    fields.require(NAME);
    return fields.text(NAME, Source::isValidName, Source.NAME_RULE);
  }

  /** The secret of a new source. */
  static @Nullable VerificationKey keyOf(RequestFields fields) {
    return keyOf(
        fields, fields.text(KIND).flatMap(ProviderPreset::named).map(ProviderPreset::scheme));
  }

  /** A secret that a source may be given, or, where the scheme needs that, the sender's key. */
  static @Nullable VerificationKey keyOf(
      RequestFields fields, Optional<VerificationScheme> scheme) {
    Optional<VerificationScheme> asymmetric = scheme.filter(VerificationScheme::isAsymmetric);
    Predicate<String> isValid =
        text ->
            asymmetric
                .map(known -> isKeyOf(known, text))
                .orElseGet(() -> VerificationKey.isValidNew(text));
    String rule =
        asymmetric.flatMap(VerificationScheme::publicKeyRule).orElse(VerificationKey.NEW_RULE);
    return fields.text(SECRET, isValid, rule).map(VerificationKey::new).orElse(null);
  }

  private static boolean isKeyOf(VerificationScheme scheme, String text) {
    return VerificationKey.isValid(text) && scheme.refusal(new VerificationKey(text)).isEmpty();
  }

  /** The settings; empty where something is wrong, which the fields then know. */
  static Optional<SourceSettings> settingsOf(RequestFields fields, @Nullable Source seen) {
    WrittenSource present = seen == null ? null : seen.settings().written();
    Optional<String> kind = kindOf(fields, present);
    WrittenSource rest = present == null ? WrittenSource.of("") : present;
    var written =
        new WrittenSource(
            kind.orElse(""),
            signatureOf(fields, rest.signature()),
            fields.mentions(TOLERANCE)
                ? fields.number(TOLERANCE).orElse(null)
                : rest.toleranceSeconds(),
            fields.mentions(EVENT_TYPE) ? placeOf(fields, EVENT_TYPE, true) : rest.eventType(),
            fields.mentions(MESSAGE_ID) ? placeOf(fields, MESSAGE_ID, false) : rest.messageId(),
            fields.mentions(REQUIRE_JSON)
                ? fields.flag(REQUIRE_JSON).orElse(null)
                : rest.requireJson(),
            textOf(fields, "public_url", rest.publicUrl()));
    return switch (SourceSettings.parse(written)) {
      case SourceSettings.Parsed.Valid(var settings) -> Optional.of(settings);
      case SourceSettings.Parsed.Invalid(var errors) -> {
        // What is wrong with the kind itself, where there is none, was said already.
        fields.rejectAll(
            errors.stream()
                .filter(error -> kind.isPresent() || !error.field().equals(KIND))
                .toList());
        yield Optional.empty();
      }
    };
  }

  private static Optional<String> kindOf(RequestFields fields, @Nullable WrittenSource present) {
    if (present != null && !fields.mentions(KIND)) {
      return Optional.of(present.kind());
    }
    return fields.requiredText(KIND, MAX_TEXT);
  }

  private static Signature signatureOf(RequestFields fields, Signature present) {
    return new Signature(
        textOf(fields, "signature_header", present.header()),
        textOf(fields, "signature_encoding", present.encoding()),
        prefixOf(fields, present.prefix()),
        textOf(fields, "timestamp_header", present.timestampHeader()));
  }

  private static @Nullable String textOf(
      RequestFields fields, String name, @Nullable String present) {
    return fields.mentions(name) ? fields.text(name, MAX_TEXT).orElse(null) : present;
  }

  /** May be empty, which is another thing than to be left to the kind. */
  private static @Nullable String prefixOf(RequestFields fields, @Nullable String present) {
    String name = "signature_prefix";
    return fields.mentions(name)
        ? fields
            .text(name, VerificationScheme.Sha256::isPrefix, VerificationScheme.Sha256.PREFIX_RULE)
            .orElse(null)
        : present;
  }

  private static @Nullable Place placeOf(RequestFields fields, String name, boolean template) {
    return fields
        .object(name)
        .map(inner ->
            new Place(
                inner.text(HEADER, MAX_TEXT).orElse(null),
                inner.text(POINTER, MAX_TEXT).orElse(null),
                template ? inner.text("template", MAX_TEXT).orElse(null) : null))
        .orElse(null);
  }
}
