package posthorn.application.port;

import java.util.Map;
import posthorn.domain.circuit.CircuitSnapshot;
import posthorn.domain.webhook.WebhookId;

/** The circuit breakers as they were last stored. */
public interface Circuits {

  Map<WebhookId, CircuitSnapshot> all();

  /** Stores it in place of what was there; does nothing for a webhook that is gone. */
  void save(WebhookId webhook, CircuitSnapshot snapshot);
}
