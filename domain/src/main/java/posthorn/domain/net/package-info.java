/**
 * Which URLs, addresses and headers a webhook may have. Everything here decides from what it is
 * given, without a lookup: a URL from its text alone, a name's addresses after somebody resolved
 * them. What is not known to be public is refused, unless an operator allowed its network.
 */
@NullMarked
package posthorn.domain.net;

import org.jspecify.annotations.NullMarked;
