package posthorn.domain.signing;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where a received request carries its signature, and over what it is. */
public sealed interface VerificationScheme {
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
              Optional.of(new Timestamped(or(header, SignatureScheme.DEFAULT_HEADER)));
          case "stripe" -> Optional.of(new Timestamped(or(header, STRIPE_HEADER)));
          case "standard" -> Optional.of(new Standard());
          case "slack" -> Optional.of(new Slack());
          case "shopify" -> Optional.of(new Shopify());
          case "gitlab" -> Optional.of(new Gitlab());
          default -> Optional.empty();
        };
    return scheme.filter(found -> header == null || found.header().equalsIgnoreCase(header));
  }

  /** Why there is no such scheme; to be read after "the scheme". */
  static Optional<String> refusal(String kind, @Nullable String header) {
    if (named(kind, null).isEmpty()) {
      return Optional.of(
          "must be sha256, timestamped, standard, github, stripe, slack, shopify or gitlab");
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

  /** Standard Webhooks 1.0, {@code v1} and {@code v1a}. */
  record Standard() implements VerificationScheme {
    @Override
    public List<String> headers() {
      return StandardHeaders.ALL;
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

  /**
   * {@code t=<seconds>,v1=<hex>} over {@code <seconds>.<body>}; Stripe's way. Where the seconds
   * stand in a header of their own, the signature stands alone in its.
   */
  record Timestamped(
      String header, @Nullable String timestampHeader, SignatureEncoding signatureEncoding)
      implements VerificationScheme {
    public Timestamped {
      requireToken(header);
      if (timestampHeader != null) {
        requireToken(timestampHeader);
      }
    }

    public Timestamped(String header) {
      this(header, null, SignatureEncoding.HEX);
    }

    @Override
    public boolean timed() {
      return true;
    }

    @Override
    public List<String> headers() {
      return timestampHeader == null ? List.of(header) : List.of(timestampHeader, header);
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
      requireToken(header);
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

  /** {@code v0=<hex>} over {@code v0:<seconds>:<body>}, the seconds in a header of their own. */
  record Slack() implements VerificationScheme {
    static final String TIMESTAMP = "X-Slack-Request-Timestamp";
    static final String SIGNATURE = "X-Slack-Signature";

    @Override
    public List<String> headers() {
      return List.of(TIMESTAMP, SIGNATURE);
    }

    @Override
    public boolean timed() {
      return true;
    }
  }

  /** Base64 over the body. */
  record Shopify() implements VerificationScheme {
    static final String SIGNATURE = "X-Shopify-Hmac-SHA256";

    @Override
    public List<String> headers() {
      return List.of(SIGNATURE);
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

  private static void requireToken(String header) {
    if (!HeaderName.isToken(header)) {
      throw new IllegalArgumentException("a signature's header has an HTTP header's name");
    }
  }
}
