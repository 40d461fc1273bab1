/**
 * How a request proves who sent it, both ways: the headers that a {@link
 * posthorn.domain.signing.SignaturePlan} adds, and what a {@link
 * posthorn.domain.signing.SignatureVerifier} says of the headers it is given. The same secrets,
 * message and time always give the same headers; they verify if and only if nothing was changed,
 * down to the spelling of the signature, but that hex may be in capitals; and verifying answers
 * whatever it is given.
 */
@NullMarked
package posthorn.domain.signing;

import org.jspecify.annotations.NullMarked;
