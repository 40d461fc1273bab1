package posthorn.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.webhook.Webhook;
import tools.jackson.databind.JsonNode;

/**
 * Reads {@code signature_schemes}: names, or objects with a name and a header, such as {@code
 * ["standard", {"scheme": "sha256", "header": "X-Observatory-Signature"}]}.
 */
final class SignatureFields {
  private static final String FIELD = "signature_schemes";
  private static final int MAX_TEXT = 100;

  private SignatureFields() {}

  /** The schemes, where all of them can be had and take the secret. */
  static @Nullable SignaturePlan planOf(RequestFields fields, @Nullable SigningSecret secret) {
    if (!fields.has(FIELD)) {
      rejectTogether(fields, Webhook.DEFAULT_SIGNATURES.schemes(), secret);
      return null;
    }
    List<JsonNode> elements = fields.elements(FIELD, SignaturePlan.MAX_SCHEMES);
    var schemes = new ArrayList<SignatureScheme>();
    elements.forEach(element -> schemeOf(fields, element).ifPresent(schemes::add));
    // What is wrong with one alone was said already.
    boolean allCanBeHad = schemes.size() == elements.size();
    return allCanBeHad && !rejectTogether(fields, schemes, secret)
        ? new SignaturePlan(schemes)
        : null;
  }

  private static boolean rejectTogether(
      RequestFields fields, List<SignatureScheme> schemes, @Nullable SigningSecret secret) {
    Optional<String> refusal =
        secret == null ? SignaturePlan.refusal(schemes) : SignaturePlan.refusal(schemes, secret);
    refusal.ifPresent(reason -> fields.reject(FIELD, reason));
    return refusal.isPresent();
  }

  private static Optional<SignatureScheme> schemeOf(RequestFields fields, JsonNode element) {
    boolean isObject = element.isObject();
    Optional<String> name =
        fields.textOf(FIELD, isObject ? element.path("scheme") : element, MAX_TEXT);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    String header =
        isObject && element.has("header")
            ? fields.textOf(FIELD, element.path("header"), MAX_TEXT).orElse(null)
            : null;
    SignatureScheme.refusal(name.get(), header)
        .ifPresent(reason -> fields.reject(FIELD, "'" + name.get() + "' " + reason));
    return SignatureScheme.named(name.get(), header);
  }
}
