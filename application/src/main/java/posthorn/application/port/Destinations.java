package posthorn.application.port;

import posthorn.domain.net.AddressVerdict;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.tenant.TenantId;

/** Where URLs lead to, by what their names mean now. */
public interface Destinations {

  /**
   * Whether webhooks may go there, by every address that the name has. A name that has none is
   * allowed: it may have one later, and is judged again whenever something is sent to it.
   *
   * @param tenant that wants to send there; few names of it are looked up at once
   */
  AddressVerdict judge(TenantId tenant, WebhookUrl url);
}
