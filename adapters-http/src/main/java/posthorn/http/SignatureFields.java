package posthorn.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.webhook.WebhookSettings;

/**
 * Reads {@code signature_schemes}: names, or objects with a name and a header, such as {@code
 * ["standard", {"scheme": "sha256", "header": "X-Observatory-Signature"}]}.
 */
final class SignatureFields {
  private static final String FIELD = "signature_schemes";
  private static final int MAX_TEXT = 100;

  private SignatureFields() {}

  /**
   * The schemes, where all of them can be had and take the secret; else those that it has. Null
   * leaves them to the tenant, or to the server.
   *
   * @param secret null where one will be made, which all schemes take
   */
  static @Nullable SignaturePlan planOf(
      RequestFields fields, @Nullable SignaturePlan present, @Nullable SigningSecret secret) {
    if (!fields.has(FIELD)) {
      SignaturePlan plan = fields.mentions(FIELD) ? null : present;
      if (secret != null) {
        WebhookSettings.refusal(plan, secret).ifPresent(reason -> fields.reject(FIELD, reason));
      }
      return plan;
    }
    List<RawValue> elements = fields.elements(FIELD, 1, SignaturePlan.MAX_SCHEMES);
    if (elements.isEmpty()) {
      return present;
    }
    var schemes = new ArrayList<SignatureScheme>();
    for (int i = 0; i < elements.size(); i++) {
      schemeOf(fields, i, elements.get(i)).ifPresent(schemes::add);
    }
    // What is wrong with one alone was said already.
    boolean allCanBeHad = schemes.size() == elements.size();
    return allCanBeHad && !rejectTogether(fields, schemes, secret)
        ? new SignaturePlan(schemes)
        : present;
  }

  private static boolean rejectTogether(
      RequestFields fields, List<SignatureScheme> schemes, @Nullable SigningSecret secret) {
    Optional<String> refusal =
        secret == null ? SignaturePlan.refusal(schemes) : SignaturePlan.refusal(schemes, secret);
    refusal.ifPresent(reason -> fields.reject(FIELD, reason));
    return refusal.isPresent();
  }

  private static Optional<SignatureScheme> schemeOf(
      RequestFields fields, int index, RawValue element) {
    RequestFields inner =
        element
            .fields()
            .map(byName -> fields.nested(FIELD + "[" + index + "]", byName))
            .orElse(null);
    Optional<String> name =
        inner == null
            ? fields.textOf(FIELD, element, MAX_TEXT)
            : inner.requiredText("scheme", MAX_TEXT);
    String header = inner == null ? null : inner.text("header", MAX_TEXT).orElse(null);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    SignatureScheme.refusal(name.get(), header)
        .ifPresent(reason -> fields.reject(FIELD, "'" + name.get() + "' " + reason));
    return SignatureScheme.named(name.get(), header);
  }
}
