package posthorn.application.port;

import java.util.function.Supplier;
import posthorn.domain.tenant.TenantId;

/**
 * Does work that takes long on threads of its own. A request's thread does not give up its
 * processor until it waits, so work there would stop all other requests.
 */
public interface HeavyWork {

  /** Too much of the tenant's work is waiting. This work was not done; it can be tried again. */
  final class BusyException extends RuntimeException {
    public BusyException(String message) {
      super(message);
    }
  }

  /**
   * Does the work when it is the tenant's turn, and waits until it is done.
   *
   * @throws BusyException if the turn did not come within some seconds
   */
  <T> T run(TenantId tenant, Supplier<T> work);
}
