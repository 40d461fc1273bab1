package posthorn.http;

import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.signing.SignaturePlan;

/** A way to sign, and the header that the signature is in. */
record SchemeView(String scheme, String header) {
  static @Nullable List<SchemeView> of(@Nullable SignaturePlan plan) {
    return plan == null ? null : listOf(plan);
  }

  static List<SchemeView> listOf(SignaturePlan plan) {
    return plan.schemes().stream()
        .map(scheme -> new SchemeView(scheme.name(), scheme.header()))
        .toList();
  }
}
