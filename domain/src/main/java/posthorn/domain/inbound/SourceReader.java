package posthorn.domain.inbound;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.field.FieldError;
import posthorn.domain.filter.JsonPointer;
import posthorn.domain.inbound.WrittenSource.Place;
import posthorn.domain.inbound.WrittenSource.Signature;
import posthorn.domain.signing.SignatureEncoding;
import posthorn.domain.signing.TimestampedScheme;
import posthorn.domain.signing.VerificationScheme;

/** Reads what a source's owner wrote, and gathers all that is wrong with it. */
final class SourceReader {
  private static final String SHA256 = "sha256";
  private static final String TIMESTAMPED = "timestamped";
  private static final String OWN_HEADER = "must be left out: this kind has its own";

  /** A captured message could be sent again for as long as this. */
  private static final Duration MAX_TOLERANCE = Duration.ofDays(1);

  private final WrittenSource written;
  private final Optional<ProviderPreset> preset;
  private final List<FieldError> errors = new ArrayList<>();

  private SourceReader(WrittenSource written) {
    this.written = written;
    this.preset = ProviderPreset.named(written.kind());
  }

  static SourceSettings.Parsed read(WrittenSource written) {
    return new SourceReader(written).read();
  }

  private SourceSettings.Parsed read() {
    if (preset.isEmpty()) {
      reject("kind", "must be one of " + String.join(", ", ProviderPreset.names()));
    }
    checkSignature(written.signature());
    Optional<EventTypeRule> eventType = eventType(written.eventType());
    Optional<Lookup> messageId = messageId(written.messageId());
    checkTolerance(written.toleranceSeconds());
    checkPublicUrl(written.publicUrl());
    if (preset.isEmpty() || !errors.isEmpty()) {
      return new SourceSettings.Parsed.Invalid(errors);
    }
    ProviderPreset kind = preset.get();
    Long seconds = written.toleranceSeconds();
    return new SourceSettings.Parsed.Valid(
        new SourceSettings(
            written,
            kind,
            scheme(kind, written.signature()),
            seconds == null ? kind.freshness().tolerance() : Duration.ofSeconds(seconds),
            eventType.orElse(kind.eventType()),
            messageId.map(List::of).orElse(kind.messageIds())));
  }

  private void checkSignature(Signature signature) {
    String header = signature.header();
    if (header != null && !Lookup.Header.isValid(header)) {
      reject("signature_header", Lookup.Header.RULE);
    } else if (header != null
        && preset.isPresent()
        && VerificationScheme.named(written.kind(), header).isEmpty()) {
      reject("signature_header", OWN_HEADER);
    }
    String encoding = signature.encoding();
    if (encoding != null && !isKind(SHA256) && !isKind(TIMESTAMPED)) {
      reject("signature_encoding", onlyFor("sha256 and timestamped"));
    } else if (encoding != null && SignatureEncoding.named(encoding).isEmpty()) {
      reject(
          "signature_encoding", "must be one of " + String.join(", ", SignatureEncoding.names()));
    }
    String prefix = signature.prefix();
    if (prefix != null && !isKind(SHA256)) {
      reject("signature_prefix", onlyFor(SHA256));
    } else if (prefix != null && !VerificationScheme.Sha256.isPrefix(prefix)) {
      reject("signature_prefix", VerificationScheme.Sha256.PREFIX_RULE);
    }
    checkTimestampHeader(signature.timestampHeader());
  }

  private void checkTimestampHeader(@Nullable String header) {
    if (header == null) {
      return;
    }
    if (!isKind(TIMESTAMPED)) {
      reject("timestamp_header", onlyFor(TIMESTAMPED));
    } else if (!Lookup.Header.isValid(header)) {
      reject("timestamp_header", Lookup.Header.RULE);
    } else if (header.equalsIgnoreCase(signatureHeader())) {
      reject("timestamp_header", "must be another header than the signature's");
    }
  }

  private @Nullable String signatureHeader() {
    String own = written.signature().header();
    return own == null ? preset.map(kind -> kind.scheme().header()).orElse(null) : own;
  }

  /** Of an unknown kind nobody can tell. */
  private boolean isKind(String kind) {
    return preset.isEmpty() || written.kind().equals(kind);
  }

  private static String onlyFor(String kinds) {
    return "must be left out: it is only for " + kinds;
  }

  private static VerificationScheme scheme(ProviderPreset kind, Signature signature) {
    String header = signature.header() == null ? kind.scheme().header() : signature.header();
    String prefix = signature.prefix();
    SignatureEncoding encoding =
        Optional.ofNullable(signature.encoding())
            .flatMap(SignatureEncoding::named)
            .orElse(SignatureEncoding.HEX);
    return switch (kind.name()) {
      case SHA256 ->
          new VerificationScheme.Sha256(
              header, prefix == null ? VerificationScheme.Sha256.DEFAULT_PREFIX : prefix, encoding);
      case TIMESTAMPED -> new TimestampedScheme(header, signature.timestampHeader(), encoding);
      default -> VerificationScheme.named(kind.name(), header).orElseThrow();
    };
  }

  private Optional<EventTypeRule> eventType(@Nullable Place place) {
    if (place == null) {
      return Optional.empty();
    }
    return switch (EventTypeRule.parse(
        "event_type", place.header(), place.pointer(), place.template())) {
      case EventTypeRule.Parsed.Valid(var rule) -> Optional.of(rule);
      case EventTypeRule.Parsed.Invalid(var found) -> {
        errors.addAll(found);
        yield Optional.empty();
      }
    };
  }

  private Optional<Lookup> messageId(@Nullable Place place) {
    if (place == null) {
      return Optional.empty();
    }
    String header = place.header();
    String pointer = place.pointer();
    if ((header == null) == (pointer == null) || place.template() != null) {
      reject("message_id", "must have exactly one of 'header', 'pointer'");
    }
    if (header != null && !Lookup.Header.isValid(header)) {
      reject("message_id.header", Lookup.Header.RULE);
    } else if (header != null) {
      return Optional.of(new Lookup.Header(header));
    }
    if (pointer != null && !JsonPointer.isValid(pointer)) {
      reject("message_id.pointer", JsonPointer.RULE);
    } else if (pointer != null) {
      return Optional.of(Lookup.Pointer.to(pointer));
    }
    return Optional.empty();
  }

  private void checkTolerance(@Nullable Long seconds) {
    if (seconds == null) {
      return;
    }
    if (preset.isPresent() && !preset.get().isTimed()) {
      reject("tolerance_seconds", "must be left out: this kind signs no time");
    } else if (seconds < 1 || seconds > MAX_TOLERANCE.toSeconds()) {
      reject("tolerance_seconds", "must be between 1 and " + MAX_TOLERANCE.toSeconds());
    }
  }

  private void checkPublicUrl(@Nullable String url) {
    boolean signed = preset.isPresent() && preset.get().scheme().signsAddress();
    if (url == null && signed) {
      String sender = senderOf(written.kind());
      reject(
          "public_url",
          "is required, because %s signs the address: give it exactly as %s has it, such as %s"
              .formatted(sender, sender, SignedAddress.EXAMPLE));
    } else if (url != null && preset.isPresent() && !signed) {
      reject("public_url", "must be left out: this kind does not sign the address");
    } else if (url != null && !SignedAddress.isValid(url)) {
      reject("public_url", SignedAddress.RULE);
    }
  }

  private static String senderOf(String kind) {
    return switch (kind) {
      case "twilio" -> "Twilio";
      case "hubspot" -> "HubSpot";
      case "square" -> "Square";
      default -> "the sender";
    };
  }

  private void reject(String field, String message) {
    errors.add(new FieldError(field, message));
  }
}
