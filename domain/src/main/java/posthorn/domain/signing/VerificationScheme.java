package posthorn.domain.signing;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
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
              Optional.of(new Timestamped(or(header, SignatureScheme.DEFAULT_HEADER)));
          case "stripe" -> Optional.of(new Timestamped(or(header, STRIPE_HEADER)));
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

  /**
   * How a time and signatures stand in one header.
   *
   * @param separator what stands between them
   * @param time the name before the seconds, and {@code =}
   * @param signature the name before a signature, and {@code =}
   * @param joint what stands between the seconds and the body in what is signed
   */
  record Marks(String separator, String time, String signature, String joint) {
    static final Marks STRIPE = new Marks(",", "t", "v1", ".");
    static final Marks PADDLE = new Marks(";", "ts", "h1", ":");
  }

  /**
   * {@code t=<seconds>,v1=<hex>} over {@code <seconds>.<body>}; Stripe's way. Where the seconds
   * stand in a header of their own, the signature stands alone in its.
   */
  record Timestamped(
      String header,
      @Nullable String timestampHeader,
      SignatureEncoding signatureEncoding,
      Marks marks)
      implements VerificationScheme {
    public Timestamped {
      requireToken(header);
      if (timestampHeader != null) {
        requireToken(timestampHeader);
      }
    }

    public Timestamped(
        String header, @Nullable String timestampHeader, SignatureEncoding signatureEncoding) {
      this(header, timestampHeader, signatureEncoding, Marks.STRIPE);
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

  /** A header with the time that a message was signed at, in whole units since 1970. */
  record SignedTime(String header, Unit unit) {
    /** As senders count time. */
    enum Unit {
      SECONDS("0|[1-9][0-9]{0,11}"),
      MILLISECONDS("0|[1-9][0-9]{0,14}");

      /** One spelling a time, far from where it overflows. */
      private final Pattern spelling;

      Unit(String spelling) {
        this.spelling = Pattern.compile(spelling);
      }

      Optional<Instant> read(String text) {
        if (!spelling.matcher(text).matches()) {
          return Optional.empty();
        }
        long count = Long.parseLong(text);
        return Optional.of(
            switch (this) {
              case SECONDS -> Instant.ofEpochSecond(count);
              case MILLISECONDS -> Instant.ofEpochMilli(count);
            });
      }

      String plural() {
        return name().toLowerCase(Locale.ROOT);
      }
    }
  }

  /**
   * One signature in a header, over a text composed of what the provider signs; the way of most.
   *
   * @param prefix what stands before the signature
   * @param time where the time stands; null where none is signed
   * @param text what is signed: {@code {body}}, {@code {time}} and {@code {address}} stand for
   *     themselves
   * @param address that the requests are sent to; null where it is not signed, or not known yet
   */
  record Composed(
      String header,
      String prefix,
      Proof proof,
      @Nullable SignedTime time,
      String text,
      @Nullable String address)
      implements VerificationScheme {
    private static final String BODY = "{body}";
    private static final String ADDRESS = "{address}";

    @Override
    public List<String> headers() {
      return time == null ? List.of(header) : List.of(time.header(), header);
    }

    @Override
    public boolean timed() {
      return time != null;
    }

    @Override
    public Optional<String> publicKeyRule() {
      return proof.publicKeyRule();
    }

    @Override
    public boolean signsAddress() {
      return text.contains(ADDRESS);
    }

    @Override
    public VerificationScheme at(String known) {
      return new Composed(header, prefix, proof, time, text, known);
    }

    @Override
    public Optional<String> refusal(VerificationKey key) {
      if (!isAsymmetric()) {
        return VerificationScheme.super.refusal(key);
      }
      return proof.key(key).isPresent() ? Optional.empty() : publicKeyRule();
    }

    /** What is signed before the body. */
    String head(String signedTime) {
      return filled(text.substring(0, text.indexOf(BODY)), signedTime);
    }

    /** What is signed after the body. */
    String tail(String signedTime) {
      return filled(text.substring(text.indexOf(BODY) + BODY.length()), signedTime);
    }

    /** The address comes last, so that nothing in it is taken for a place to fill. */
    private String filled(String part, String signedTime) {
      String timed = part.replace("{time}", signedTime);
      return signsAddress()
          ? timed.replace(ADDRESS, requireNonNull(address, "the scheme has its address"))
          : timed;
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

  private static void requireToken(String header) {
    if (!HeaderName.isToken(header)) {
      throw new IllegalArgumentException("a signature's header has an HTTP header's name");
    }
  }
}
