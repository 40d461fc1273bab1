/** Who owns webhooks, events and keys. Nothing crosses tenants. */
@NullMarked
package posthorn.domain.tenant;

import org.jspecify.annotations.NullMarked;
