package posthorn.domain.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** A way to sign a request: which headers it adds, computed from the secrets, the time and body. */
public sealed interface SignatureScheme {

  /** Where the schemes that can choose their header put the signature unless told otherwise. */
  String DEFAULT_HEADER = "X-Webhook-Signature";

  /** The scheme's name in the API. */
  String name();

  /** The header that carries the signature; no two schemes of a webhook share one. */
  String header();

  /** All the headers it adds. */
  default List<String> headers() {
    return List.of(header());
  }

  /** Whether such a secret signs in this scheme: a private key cannot make an HMAC. */
  default boolean takes(SigningSecret secret) {
    return !secret.isAsymmetric();
  }

  /**
   * The headers to add to the request, in order. Of the live secrets, newest first, those sign that
   * the scheme takes; there must be one.
   */
  Map<String, String> sign(List<SigningSecret> live, String messageId, Instant now, byte[] body);

  /** The scheme of that name with that header, if there is one; see {@link #refusal}. */
  static Optional<SignatureScheme> named(String name, @Nullable String header) {
    if (refusal(name, header).isPresent()) {
      return Optional.empty();
    }
    String chosen = header == null ? DEFAULT_HEADER : header;
    return Optional.of(
        switch (name) {
          case Standard.NAME -> new Standard();
          case Timestamped.NAME -> new Timestamped(chosen);
          default -> new Sha256(chosen);
        });
  }

  /** Why there is no such scheme; to be read after "the scheme". */
  static Optional<String> refusal(String name, @Nullable String header) {
    if (!List.of(Standard.NAME, Timestamped.NAME, Sha256.NAME).contains(name)) {
      return Optional.of("must be standard, timestamped or sha256");
    }
    if (header == null) {
      return Optional.empty();
    }
    if (name.equals(Standard.NAME)) {
      return header.equalsIgnoreCase(StandardHeaders.SIGNATURE)
          ? Optional.empty()
          : Optional.of("has headers of its own and takes no other");
    }
    return HeaderName.refusal(header).map(why -> "has a header that " + why);
  }

  /**
   * Standard Webhooks 1.0: {@code v1}, an HMAC, or {@code v1a}, Ed25519, over id, time and body;
   * one for each live secret, in a list separated by spaces.
   */
  record Standard() implements SignatureScheme {
    static final String NAME = "standard";

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public String header() {
      return StandardHeaders.SIGNATURE;
    }

    @Override
    public List<String> headers() {
      return StandardHeaders.ALL;
    }

    @Override
    public boolean takes(SigningSecret secret) {
      return true;
    }

    @Override
    public Map<String, String> sign(
        List<SigningSecret> live, String messageId, Instant now, byte[] body) {
      if (!StandardHeaders.isMessageId(messageId)) {
        throw new IllegalArgumentException("a message id is printable ASCII without dots");
      }
      String seconds = Long.toString(now.getEpochSecond());
      byte[] head = StandardHeaders.head(messageId, seconds).getBytes(UTF_8);
      var headers = new LinkedHashMap<String, String>();
      headers.put(StandardHeaders.ID, messageId);
      headers.put(StandardHeaders.TIMESTAMP, seconds);
      var signatures = new StringJoiner(" ");
      for (SigningSecret secret : signers(this, live)) {
        signatures.add(signature(secret, head, body));
      }
      headers.put(StandardHeaders.SIGNATURE, signatures.toString());
      return Collections.unmodifiableMap(headers);
    }

    private static String signature(SigningSecret secret, byte[] head, byte[] body) {
      return secret
          .seed()
          .map(seed -> written(StandardHeaders.ASYMMETRIC, Ed25519.sign(seed, head, body)))
          .orElseGet(() ->
              written(StandardHeaders.SYMMETRIC, Hmac.SHA256.of(secret.standardKey(), head, body)));
    }

    private static String written(String version, byte[] signature) {
      return version + "," + Base64.getEncoder().encodeToString(signature);
    }
  }

  /** {@code t=<seconds>,v1=<hex>} over time and body, with a {@code v1} for each live secret. */
  record Timestamped(String header) implements SignatureScheme {
    static final String NAME = "timestamped";

    public Timestamped {
      requireHeader(header);
    }

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Map<String, String> sign(
        List<SigningSecret> live, String messageId, Instant now, byte[] body) {
      String seconds = Long.toString(now.getEpochSecond());
      byte[] head = (seconds + ".").getBytes(UTF_8);
      var signatures = new StringBuilder("t=").append(seconds);
      for (SigningSecret secret : signers(this, live)) {
        signatures.append(",v1=").append(hex(Hmac.SHA256.of(secret.textKey(), head, body)));
      }
      return Map.of(header, signatures.toString());
    }
  }

  /**
   * {@code sha256=<hex>} over the body alone. Receivers compare the whole value, so it has one
   * signature, that of the newest secret: the change falls on the moment somebody rotates and is
   * there to bring the new secret to the receiver, and retries bridge the time between.
   */
  record Sha256(String header) implements SignatureScheme {
    static final String NAME = "sha256";

    public Sha256 {
      requireHeader(header);
    }

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Map<String, String> sign(
        List<SigningSecret> live, String messageId, Instant now, byte[] body) {
      byte[] key = signers(this, live).getFirst().textKey();
      return Map.of(header, "sha256=" + hex(Hmac.SHA256.of(key, body)));
    }
  }

  private static List<SigningSecret> signers(SignatureScheme scheme, List<SigningSecret> live) {
    var signers = new ArrayList<SigningSecret>(live.size());
    for (SigningSecret secret : live) {
      if (scheme.takes(secret)) {
        signers.add(secret);
      }
    }
    if (signers.isEmpty()) {
      throw new IllegalArgumentException("no live secret signs as " + scheme.name());
    }
    return signers;
  }

  private static void requireHeader(String header) {
    HeaderName.refusal(header)
        .ifPresent(why -> {
          throw new IllegalArgumentException("a signature's header " + why);
        });
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
