package posthorn.domain.signing;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where a received request carries its signature, and over what it is. */
public sealed interface VerificationScheme
    permits VerificationScheme.Standard,
        TimestampedScheme,
        VerificationScheme.Sha256,
        ComposedScheme,
        VerificationScheme.Twilio,
        VerificationScheme.Gitlab {
  String GITHUB_HEADER = "X-Hub-Signature-256";
  String STRIPE_HEADER = "Stripe-Signature";

  /** The headers that it reads, that of the signature last. */
  List<String> headers();

  /** The header that carries the signature. */
  default String header() {
    return headers().getLast();
  }

  /** Whether the time is signed too, so that an old request can be told. */
  default boolean timed() {
    return false;
  }

  /** Whether only the sender has the key that signs; a source is then given its public key. */
  default boolean isAsymmetric() {
    return publicKeyRule().isPresent();
  }

  /** What the public key must be; none where the key is a shared secret. */
  default Optional<String> publicKeyRule() {
    return Optional.empty();
  }

  /** Whether the address that a request was sent to is signed too. */
  default boolean signsAddress() {
    return false;
  }

  /**
   * The same for requests to that address. A scheme that signs the address checks nothing before.
   */
  default VerificationScheme at(String address) {
    return this;
  }

  /** Why no signature of this scheme can be checked with the key; to be read after "the key". */
  default Optional<String> refusal(VerificationKey key) {
    return key.isPublic()
        ? Optional.of("must be a shared secret, and is a public key")
        : Optional.empty();
  }

  /** The scheme of that kind with that signature header; see {@link #refusal(String, String)}. */
  static Optional<VerificationScheme> named(String kind, @Nullable String header) {
    if (header != null && !HeaderName.isToken(header)) {
      return Optional.empty();
    }
    Optional<VerificationScheme> scheme =
        switch (kind) {
          case "sha256" -> Optional.of(new Sha256(or(header, SignatureScheme.DEFAULT_HEADER)));
          case "github" -> Optional.of(new Sha256(or(header, GITHUB_HEADER)));
          case "timestamped" ->
              Optional.of(new TimestampedScheme(or(header, SignatureScheme.DEFAULT_HEADER)));
          case "stripe" -> Optional.of(new TimestampedScheme(or(header, STRIPE_HEADER)));
          default -> Optional.ofNullable(ProviderSchemes.BY_KIND.get(kind));
        };
    return scheme.filter(found -> header == null || found.header().equalsIgnoreCase(header));
  }

  /** Why there is no such scheme; to be read after "the scheme". */
  static Optional<String> refusal(String kind, @Nullable String header) {
    if (named(kind, null).isEmpty()) {
      return Optional.of("must be one of " + String.join(", ", ProviderSchemes.kinds()));
    }
    if (header != null && !HeaderName.isToken(header)) {
      return Optional.of("has a header whose name is not an HTTP header's");
    }
    return named(kind, header).isPresent()
        ? Optional.empty()
        : Optional.of("has headers of its own and takes no other");
  }

  private static String or(@Nullable String header, String otherwise) {
    return header == null ? otherwise : header;
  }

  /**
   * Standard Webhooks 1.0, {@code v1} and {@code v1a}.
   *
   * @param families the names that its headers may have; of those sent, the first counts
   */
  record Standard(List<StandardHeaders.Family> families) implements VerificationScheme {
    public Standard {
      families = List.copyOf(families);
    }

    /** With the names of the specification, or else those of Svix, from which it came. */
    public Standard() {
      this(List.of(StandardHeaders.Family.WEBHOOK, StandardHeaders.Family.SVIX));
    }

    @Override
    public List<String> headers() {
      return families.stream().flatMap(family -> family.all().stream()).toList();
    }

    @Override
    public String header() {
      return families.getFirst().signature();
    }

    @Override
    public boolean timed() {
      return true;
    }

    @Override
    public Optional<String> refusal(VerificationKey key) {
      return key.standardKey().or(key::publicKey).isPresent()
          ? Optional.empty()
          : Optional.of(
              "must be base64 after 'whsec_', and an Ed25519 key in base64 after 'whpk_' or"
                  + " 'whsk_'");
    }
  }

  /** {@code sha256=<hex>} over the body; GitHub's way. Others have other prefixes, or none. */
  record Sha256(String header, String prefix, SignatureEncoding signatureEncoding)
      implements VerificationScheme {
    public static final String DEFAULT_PREFIX = "sha256=";
    public static final String PREFIX_RULE =
        "must be at most 32 printable ASCII characters, and not begin with a space";

    private static final Pattern PREFIX = Pattern.compile("(?! )[\\x20-\\x7E]{0,32}");

    public Sha256 {
      HeaderName.requireToken(header);
      if (!isPrefix(prefix)) {
        throw new IllegalArgumentException("a signature's prefix " + PREFIX_RULE);
      }
    }

    public Sha256(String header) {
      this(header, DEFAULT_PREFIX, SignatureEncoding.HEX);
    }

    public static boolean isPrefix(String text) {
      return PREFIX.matcher(text).matches();
    }

    @Override
    public List<String> headers() {
      return List.of(header);
    }
  }

  /** Base64 of an HMAC-SHA1 over the address and the body's fields, or its digest. */
  record Twilio(@Nullable String address) implements VerificationScheme {
    static final String SIGNATURE = "X-Twilio-Signature";

    @Override
    public List<String> headers() {
      return List.of(SIGNATURE);
    }

    @Override
    public boolean signsAddress() {
      return true;
    }

    @Override
    public VerificationScheme at(String known) {
      return new Twilio(known);
    }
  }

  /** No signature at all: the secret itself, which is all that GitLab sends by default. */
  record Gitlab() implements VerificationScheme {
    static final String TOKEN = "X-Gitlab-Token";

    @Override
    public List<String> headers() {
      return List.of(TOKEN);
    }

    /** A header holds nothing but ASCII, so that another token would never be equal. */
    @Override
    public Optional<String> refusal(VerificationKey key) {
      return key.text().chars().allMatch(c -> c < 0x7F)
          ? VerificationScheme.super.refusal(key)
          : Optional.of("must be ASCII");
    }
  }
}
