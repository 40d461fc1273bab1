package posthorn.domain.signing;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import posthorn.domain.signing.Claim.Offer;
import posthorn.domain.signing.ComposedScheme.SignedTime;
import posthorn.domain.signing.TimestampedScheme.Marks;
import posthorn.domain.signing.Verification.MalformedHeader;
import posthorn.domain.signing.Verification.MissingHeader;

/** Reads a claim out of headers. It reads on after a problem, but only the first one counts. */
final class ClaimReader {

  sealed interface Reading {
    record Claimed(Claim claim) implements Reading {}

    record Refused(Verification why) implements Reading {}
  }

  /** Rotation needs a few; each of hundreds would be a computation that a stranger makes us do. */
  static final int MAX_OFFERS = 16;

  private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7E]*");

  private final ReceivedHeaders headers;
  private @Nullable Verification problem;

  private ClaimReader(ReceivedHeaders headers) {
    this.headers = headers;
  }

  static Reading read(VerificationScheme scheme, ReceivedHeaders headers) {
    var reader = new ClaimReader(headers);
    Claim claim = reader.claim(scheme);
    return reader.problem == null
        ? new Reading.Claimed(claim)
        : new Reading.Refused(reader.problem);
  }

  private Claim claim(VerificationScheme scheme) {
    return switch (scheme) {
      case VerificationScheme.Standard(var families) -> standard(familyAmong(families));
      case TimestampedScheme(var header, var timestampHeader, var encoding, var marks) ->
          timestampHeader == null
              ? timestamped(header, marks, encoding.proof())
              : timestampedApart(timestampHeader, header, encoding.proof());
      case VerificationScheme.Sha256(var header, var prefix, var encoding) ->
          new Claim(null, "", List.of(prefixed(header, prefix, encoding.proof())));
      case ComposedScheme composed -> composed(composed);
      case VerificationScheme.Twilio(var address) ->
          new Claim(
              null,
              new SignedText.Twilio(requireNonNull(address, "the scheme has its address")),
              List.of(new Offer(Proof.BASE64_HMAC_SHA1, one(VerificationScheme.Twilio.SIGNATURE))));
      case VerificationScheme.Gitlab _ ->
          new Claim(
              null, "", List.of(new Offer(Proof.TOKEN, one(VerificationScheme.Gitlab.TOKEN))));
    };
  }

  /**
   * The first of which anything was sent. All three headers are then read from it: of two families,
   * one would be checked here and the other taken for the message's id elsewhere.
   */
  private StandardHeaders.Family familyAmong(List<StandardHeaders.Family> families) {
    return families.stream()
        .filter(family -> family.isIn(headers))
        .findFirst()
        .orElse(families.getFirst());
  }

  private Claim standard(StandardHeaders.Family family) {
    String id = one(family.id());
    if (!StandardHeaders.isMessageId(id)) {
      malformed(family.id(), "is no message id, which has no dots or spaces");
    }
    String seconds = one(family.timestamp());
    Instant signedAt = time(family.timestamp(), seconds);
    var offers = new ArrayList<Offer>();
    for (String element : one(family.signature()).split(" ", -1)) {
      offer(element, StandardHeaders.SYMMETRIC + ",", Proof.STANDARD_HMAC, offers);
      offer(element, StandardHeaders.ASYMMETRIC + ",", Proof.ED25519, offers);
    }
    requireSome(family.signature(), "v1 or v1a", offers);
    return new Claim(signedAt, StandardHeaders.head(id, seconds), offers);
  }

  private Claim timestamped(String header, Marks marks, Proof proof) {
    var times = new ArrayList<String>();
    var offers = new ArrayList<Offer>();
    for (String element : one(header).split(marks.separator(), -1)) {
      if (element.startsWith(marks.time() + "=")) {
        times.add(element.substring(marks.time().length() + 1));
      }
      offer(element, marks.signature() + "=", proof, offers);
    }
    // Of two times, one would be checked for its age by us and the other by somebody else.
    if (times.size() != 1) {
      malformed(header, "must have one time ('" + marks.time() + "=')");
    }
    String seconds = times.isEmpty() ? "" : times.getFirst();
    Instant signedAt = time(header, seconds);
    requireSome(header, marks.signature(), offers);
    return new Claim(signedAt, seconds + marks.joint(), offers);
  }

  private Claim timestampedApart(String timestampHeader, String header, Proof proof) {
    String seconds = one(timestampHeader);
    Instant signedAt = time(timestampHeader, seconds);
    return new Claim(signedAt, seconds + ".", List.of(new Offer(proof, one(header))));
  }

  private Claim composed(ComposedScheme scheme) {
    String time = "";
    Instant signedAt = null;
    SignedTime header = scheme.time();
    if (header != null) {
      time = one(header.header());
      signedAt = time(header.header(), time, header.unit());
    }
    Offer offer = prefixed(scheme.header(), scheme.prefix(), scheme.proof());
    return new Claim(
        signedAt, new SignedText.Around(scheme.head(time), scheme.tail(time)), List.of(offer));
  }

  private Offer prefixed(String header, String prefix, Proof proof) {
    String value = one(header);
    if (!value.startsWith(prefix)) {
      malformed(header, "does not begin with '" + prefix + "'");
      return new Offer(proof, "");
    }
    return new Offer(proof, value.substring(prefix.length()));
  }

  /** Versions that nobody here knows are left to those who do. */
  private static void offer(String element, String version, Proof proof, List<Offer> offers) {
    if (element.startsWith(version)) {
      offers.add(new Offer(proof, element.substring(version.length())));
    }
  }

  private void requireSome(String header, String versions, List<Offer> offers) {
    if (offers.isEmpty()) {
      malformed(header, "has no signature of version " + versions);
    }
    if (offers.size() > MAX_OFFERS) {
      malformed(header, "has more than " + MAX_OFFERS + " signatures");
    }
  }

  /** Servers and proxies differ in which of two values they take, so two are none. */
  private String one(String name) {
    List<String> values = headers.all(name);
    if (values.isEmpty()) {
      note(new MissingHeader(name));
      return "";
    }
    if (values.size() > 1) {
      malformed(name, "was sent more than once");
    }
    String value = values.getFirst();
    if (!PRINTABLE.matcher(value).matches()) {
      malformed(name, "has characters that are not printable ASCII");
    }
    return value;
  }

  private Instant time(String name, String seconds) {
    return time(name, seconds, SignedTime.Unit.SECONDS);
  }

  private Instant time(String name, String text, SignedTime.Unit unit) {
    Optional<Instant> read = unit.read(text);
    if (read.isEmpty()) {
      malformed(name, "has no time in whole " + unit.plural() + " since 1970");
    }
    return read.orElse(Instant.EPOCH);
  }

  private void malformed(String name, String why) {
    note(new MalformedHeader(name, why));
  }

  private void note(Verification found) {
    if (problem == null) {
      problem = found;
    }
  }
}
