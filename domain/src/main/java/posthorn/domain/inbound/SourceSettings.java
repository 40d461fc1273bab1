package posthorn.domain.inbound;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import posthorn.domain.event.EventType;
import posthorn.domain.field.FieldError;
import posthorn.domain.signing.SignatureVerifier;
import posthorn.domain.signing.Verification;
import posthorn.domain.signing.VerificationScheme;

/**
 * How a source's messages are proven, told apart and named: what its kind says, with what its owner
 * says instead. All of it follows from what is written.
 *
 * @param tolerance how far from now the signed time may be, where one is signed
 * @param messageIds where a message's id stands, in order of preference
 */
public record SourceSettings(
    WrittenSource written,
    ProviderPreset kind,
    VerificationScheme scheme,
    Duration tolerance,
    EventTypeRule eventType,
    List<Lookup> messageIds) {

  private static final Pattern MILLISECONDS = Pattern.compile("[0-9]{1,15}");

  /** What came of reading a source's settings. */
  public sealed interface Parsed {
    record Valid(SourceSettings settings) implements Parsed {}

    record Invalid(List<FieldError> errors) implements Parsed {
      public Invalid {
        errors = List.copyOf(errors);
      }
    }
  }

  public SourceSettings {
    messageIds = List.copyOf(messageIds);
  }

  public static SourceSettings of(ProviderPreset kind) {
    return of(WrittenSource.of(kind.name()));
  }

  /** Of what was found to be right before. */
  public static SourceSettings of(WrittenSource written) {
    return switch (parse(written)) {
      case Parsed.Valid(var settings) -> settings;
      case Parsed.Invalid(var errors) -> throw new IllegalArgumentException(errors.toString());
    };
  }

  /** Reads what a source's owner wrote. */
  public static Parsed parse(WrittenSource written) {
    return SourceReader.read(written);
  }

  /** None when the message has nothing to name it by; it is then kept as unrouted. */
  public Optional<EventType> typeOf(InboundMessage message) {
    return eventType.typeOf(message);
  }

  /**
   * Its {@link MessageId}, by the source's settings.
   *
   * @param body as it came
   */
  public Optional<String> messageId(InboundMessage message, byte[] body) {
    Optional<String> written = messageId(message);
    boolean bodyServes = kind.identity().wholeBody() && this.written.messageId() == null;
    return written.isEmpty() && bodyServes ? Optional.of(MessageId.of(body)) : written;
  }

  Optional<String> messageId(InboundMessage message) {
    return MessageId.at(messageIds, message);
  }

  /** How its messages are proven, at the source with that id. */
  VerificationScheme schemeOf(SourceId id) {
    return publicUrl(id).map(scheme::at).orElse(scheme);
  }

  /** The address that the messages of the source with that id are signed for, if they are. */
  public Optional<String> publicUrl(SourceId id) {
    return Optional.ofNullable(written.publicUrl()).map(url -> SignedAddress.of(url, id));
  }

  /** What is wrong with the time in a rightly signed body, where the kind's bodies have one. */
  public Optional<Verification> untimely(InboundMessage message, Instant now) {
    Lookup sentAt = kind.freshness().sentAt();
    if (sentAt == null) {
      return Optional.empty();
    }
    return sentAt
        .in(message)
        .filter(MILLISECONDS.asMatchPredicate())
        .map(text -> Instant.ofEpochMilli(Long.parseLong(text)))
        .map(time -> SignatureVerifier.untimely(time, tolerance, now))
        .orElseGet(() -> Optional.of(new Verification.MissingTime()));
  }

  /** Whether a message whose body is no JSON is refused. */
  public boolean requiresJson() {
    return Boolean.TRUE.equals(written.requireJson());
  }
}
