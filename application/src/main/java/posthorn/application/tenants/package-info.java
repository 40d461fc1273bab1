/** Who the tenants are, and what they may have. */
@NullMarked
package posthorn.application.tenants;

import org.jspecify.annotations.NullMarked;
