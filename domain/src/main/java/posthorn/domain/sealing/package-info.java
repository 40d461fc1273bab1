/**
 * How secrets are kept: sealed with AES-GCM under a key that the database does not hold, each bound
 * to its place, so that a sealed text that was changed or moved does not open. Nonces are given in.
 */
@NullMarked
package posthorn.domain.sealing;

import org.jspecify.annotations.NullMarked;
