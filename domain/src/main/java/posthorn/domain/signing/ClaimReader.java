package posthorn.domain.signing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import posthorn.domain.signing.Claim.Offer;
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

  /** One spelling a time, far from where seconds overflow. */
  private static final Pattern SECONDS = Pattern.compile("0|[1-9][0-9]{0,11}");

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
      case VerificationScheme.Standard _ -> standard();
      case VerificationScheme.Timestamped(var header, var timestampHeader, var encoding) ->
          timestampHeader == null
              ? timestamped(header, encoding.proof())
              : timestampedApart(timestampHeader, header, encoding.proof());
      case VerificationScheme.Sha256(var header, var prefix, var encoding) ->
          new Claim(null, "", List.of(prefixed(header, prefix, encoding.proof())));
      case VerificationScheme.Slack _ -> slack();
      case VerificationScheme.Shopify _ ->
          new Claim(
              null,
              "",
              List.of(new Offer(Proof.BASE64_HMAC, one(VerificationScheme.Shopify.SIGNATURE))));
      case VerificationScheme.Gitlab _ ->
          new Claim(
              null, "", List.of(new Offer(Proof.TOKEN, one(VerificationScheme.Gitlab.TOKEN))));
    };
  }

  private Claim standard() {
    String id = one(StandardHeaders.ID);
    if (!StandardHeaders.isMessageId(id)) {
      malformed(StandardHeaders.ID, "is no message id, which has no dots or spaces");
    }
    String seconds = one(StandardHeaders.TIMESTAMP);
    Instant signedAt = time(StandardHeaders.TIMESTAMP, seconds);
    var offers = new ArrayList<Offer>();
    for (String element : one(StandardHeaders.SIGNATURE).split(" ", -1)) {
      offer(element, StandardHeaders.SYMMETRIC + ",", Proof.STANDARD_HMAC, offers);
      offer(element, StandardHeaders.ASYMMETRIC + ",", Proof.ED25519, offers);
    }
    requireSome(StandardHeaders.SIGNATURE, "v1 or v1a", offers);
    return new Claim(signedAt, StandardHeaders.head(id, seconds), offers);
  }

  private Claim timestamped(String header, Proof proof) {
    var times = new ArrayList<String>();
    var offers = new ArrayList<Offer>();
    for (String element : one(header).split(",", -1)) {
      if (element.startsWith("t=")) {
        times.add(element.substring(2));
      }
      offer(element, "v1=", proof, offers);
    }
    // Of two times, one would be checked for its age by us and the other by somebody else.
    if (times.size() != 1) {
      malformed(header, "does not have one time ('t=')");
    }
    String seconds = times.isEmpty() ? "" : times.getFirst();
    Instant signedAt = time(header, seconds);
    requireSome(header, "v1", offers);
    return new Claim(signedAt, seconds + ".", offers);
  }

  private Claim timestampedApart(String timestampHeader, String header, Proof proof) {
    String seconds = one(timestampHeader);
    Instant signedAt = time(timestampHeader, seconds);
    return new Claim(signedAt, seconds + ".", List.of(new Offer(proof, one(header))));
  }

  private Claim slack() {
    String seconds = one(VerificationScheme.Slack.TIMESTAMP);
    Instant signedAt = time(VerificationScheme.Slack.TIMESTAMP, seconds);
    Offer offer = prefixed(VerificationScheme.Slack.SIGNATURE, "v0=", Proof.HEX_HMAC);
    return new Claim(signedAt, "v0:" + seconds + ":", List.of(offer));
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
    if (!SECONDS.matcher(seconds).matches()) {
      malformed(name, "has no time in whole seconds since 1970");
      return Instant.EPOCH;
    }
    return Instant.ofEpochSecond(Long.parseLong(seconds));
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
