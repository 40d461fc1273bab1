/**
 * For receivers: {@link posthorn.verifier.WebhookVerifier} says whether a request came from who
 * holds the secret. It is one file on the JDK alone, so that it can also be copied.
 */
@NullMarked
package posthorn.verifier;

import org.jspecify.annotations.NullMarked;
