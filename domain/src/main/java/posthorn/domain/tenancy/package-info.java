/**
 * What a tenant is: what it may have, and what holds for its webhooks where they say nothing. Apart
 * from {@code posthorn.domain.tenant}, whose ids events and webhooks have, because it knows both.
 */
@NullMarked
package posthorn.domain.tenancy;

import org.jspecify.annotations.NullMarked;
