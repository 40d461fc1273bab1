/**
 * Who may ask for what: API keys and their roles. A key's text is shown once, to its owner; what is
 * kept of it is a hash.
 */
@NullMarked
package posthorn.domain.access;

import org.jspecify.annotations.NullMarked;
