package posthorn.domain.signing;

import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All the ways in which a webhook's requests are signed; no two set the same header. */
public record SignaturePlan(List<SignatureScheme> schemes) {
  public static final int MAX_SCHEMES = 5;

  public SignaturePlan {
    schemes = List.copyOf(schemes);
    refusal(schemes)
        .ifPresent(why -> {
          throw new IllegalArgumentException("the signature schemes " + why);
        });
  }

  /** Why the schemes do not go together; to be read after "the signature schemes". */
  public static Optional<String> refusal(List<SignatureScheme> schemes) {
    if (schemes.isEmpty()) {
      return Optional.of("must be at least one");
    }
    if (schemes.size() > MAX_SCHEMES) {
      return Optional.of("must be at most " + MAX_SCHEMES);
    }
    Set<String> seen = new HashSet<>();
    return schemes.stream()
        .flatMap(scheme -> scheme.headers().stream())
        .filter(header -> !seen.add(HeaderName.plain(header)))
        .findFirst()
        .map(header -> "set the header '" + header + "' twice");
  }

  /** As above, or why the secret cannot sign in all of them. */
  public static Optional<String> refusal(List<SignatureScheme> schemes, SigningSecret secret) {
    return refusal(schemes)
        .or(() ->
            schemes.stream()
                .filter(scheme -> !scheme.takes(secret))
                .findFirst()
                .map(scheme -> "include '" + scheme.name() + "', which takes no private key"));
  }

  /** Whether one of the schemes sets a header of that name, however it is written. */
  public boolean sets(String header) {
    String plain = HeaderName.plain(header);
    return schemes.stream()
        .flatMap(scheme -> scheme.headers().stream())
        .anyMatch(set -> HeaderName.plain(set).equals(plain));
  }

  /** The headers of every scheme, in order. */
  public Map<String, String> sign(
      List<SigningSecret> live, String messageId, Instant now, byte[] body) {
    var headers = new LinkedHashMap<String, String>();
    schemes.forEach(scheme -> headers.putAll(scheme.sign(live, messageId, now, body)));
    return Collections.unmodifiableMap(headers);
  }
}
