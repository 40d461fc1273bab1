package posthorn.domain.inbound;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.EventType;
import posthorn.domain.field.FieldError;
import posthorn.domain.signing.VerificationScheme;

/**
 * How a source's messages are proven, told apart and named: what its kind says, with what its owner
 * says instead.
 *
 * @param tolerance how far from now the signed time may be, where one is signed
 * @param requiresJson whether a message whose body is no JSON is refused
 */
public record SourceSettings(
    ProviderPreset kind,
    VerificationScheme scheme,
    Duration tolerance,
    EventTypeRule eventType,
    boolean requiresJson) {

  /** A captured message could be sent again for as long as this. */
  private static final Duration MAX_TOLERANCE = Duration.ofDays(1);

  /** What came of reading a source's settings. */
  public sealed interface Parsed {
    record Valid(SourceSettings settings) implements Parsed {}

    record Invalid(List<FieldError> errors) implements Parsed {
      public Invalid {
        errors = List.copyOf(errors);
      }
    }
  }

  public static SourceSettings of(ProviderPreset kind) {
    return new SourceSettings(
        kind, kind.scheme(), ProviderPreset.TOLERANCE, kind.eventType(), false);
  }

  /**
   * Reads what a source's owner wrote.
   *
   * @param eventType what {@link EventTypeRule#parse} made of it, if anything was written
   */
  public static Parsed parse(
      String kind,
      @Nullable String signatureHeader,
      EventTypeRule.@Nullable Parsed eventType,
      @Nullable Long toleranceSeconds) {
    var errors = new ArrayList<FieldError>();
    Optional<ProviderPreset> preset = ProviderPreset.named(kind);
    if (preset.isEmpty()) {
      errors.add(
          new FieldError("kind", "must be one of " + String.join(", ", ProviderPreset.names())));
    }
    if (signatureHeader != null) {
      headerRefusal(preset, signatureHeader)
          .ifPresent(message -> errors.add(new FieldError("signature_header", message)));
    }
    if (eventType instanceof EventTypeRule.Parsed.Invalid(var found)) {
      errors.addAll(found);
    }
    if (toleranceSeconds != null) {
      toleranceRefusal(preset, toleranceSeconds)
          .ifPresent(message -> errors.add(new FieldError("tolerance_seconds", message)));
    }
    if (preset.isEmpty() || !errors.isEmpty()) {
      return new Parsed.Invalid(errors);
    }
    EventTypeRule rule =
        eventType instanceof EventTypeRule.Parsed.Valid(var own) ? own : preset.get().eventType();
    return new Parsed.Valid(
        new SourceSettings(
            preset.get(),
            VerificationScheme.named(kind, signatureHeader).orElseThrow(),
            toleranceSeconds == null
                ? ProviderPreset.TOLERANCE
                : Duration.ofSeconds(toleranceSeconds),
            rule,
            false));
  }

  /** None when the message has nothing to name it by; it is then kept as unrouted. */
  public Optional<EventType> typeOf(InboundMessage message) {
    return eventType.typeOf(message);
  }

  public Optional<String> messageId(InboundMessage message) {
    return kind.messageId(message);
  }

  private static Optional<String> headerRefusal(
      Optional<ProviderPreset> preset, String signatureHeader) {
    if (!Lookup.Header.isValid(signatureHeader)) {
      return Optional.of(Lookup.Header.RULE);
    }
    boolean taken =
        preset.isEmpty()
            || VerificationScheme.named(preset.get().name(), signatureHeader).isPresent();
    return taken ? Optional.empty() : Optional.of("must be left out: this kind has its own");
  }

  private static Optional<String> toleranceRefusal(
      Optional<ProviderPreset> preset, long toleranceSeconds) {
    if (preset.isPresent() && !preset.get().scheme().timed()) {
      return Optional.of("must be left out: this kind signs no time");
    }
    if (toleranceSeconds < 1 || toleranceSeconds > MAX_TOLERANCE.toSeconds()) {
      return Optional.of("must be between 1 and " + MAX_TOLERANCE.toSeconds());
    }
    return Optional.empty();
  }
}
