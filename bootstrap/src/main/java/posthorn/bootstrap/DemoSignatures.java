package posthorn.bootstrap;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import posthorn.domain.signing.ReceivedHeaders;
import posthorn.domain.signing.SignatureVerifier;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.signing.Verification;
import posthorn.domain.signing.VerificationKey;
import posthorn.domain.signing.VerificationScheme;
import posthorn.receiver.Request;

/** Checks what the demo's receiver gets, as a receiver should. */
final class DemoSignatures {
  private final SignatureVerifier verifier;

  DemoSignatures(SigningSecret secret) {
    verifier =
        new SignatureVerifier(
            new VerificationScheme.Standard(),
            List.of(VerificationKey.of(secret)),
            SignatureVerifier.DEFAULT_TOLERANCE);
  }

  Verification of(Request request, Instant now) {
    return verifier.verify(headersOf(request), request.body().getBytes(ISO_8859_1), now);
  }

  private static ReceivedHeaders headersOf(Request request) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    request
        .head()
        .lines()
        .skip(1)
        .map(line -> line.split(":", 2))
        .filter(parts -> parts.length == 2)
        .forEach(parts ->
            headers.computeIfAbsent(parts[0], _ -> new ArrayList<>()).add(parts[1].strip()));
    return ReceivedHeaders.of(headers);
  }
}
