package posthorn.http;

import posthorn.domain.access.ApiKey;
import posthorn.domain.tenant.TenantId;

/**
 * Who is asking.
 *
 * @param tenant what the request is about: the key's own, unless an operator names another
 */
record Caller(ApiKey key, TenantId tenant) {}
