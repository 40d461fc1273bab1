package posthorn.application.testing;

import java.util.function.Supplier;
import posthorn.application.port.HeavyWork;
import posthorn.domain.tenant.TenantId;

/** {@link HeavyWork} on the thread that asks for it. */
public final class WorkAtOnce implements HeavyWork {
  @Override
  public <T> T run(TenantId tenant, Supplier<T> work) {
    return work.get();
  }
}
