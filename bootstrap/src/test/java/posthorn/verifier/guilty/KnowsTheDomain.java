package posthorn.verifier.guilty;

import posthorn.domain.signing.SigningSecret;

/** Breaks the rule that the verifier can be copied on its own. */
public final class KnowsTheDomain {
  String text(SigningSecret secret) {
    return secret.text();
  }
}
