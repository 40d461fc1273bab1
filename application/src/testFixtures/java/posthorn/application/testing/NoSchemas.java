package posthorn.application.testing;

import posthorn.application.port.Schemas;
import posthorn.domain.event.JsonBytes;

/** {@link Schemas} for tests where nobody registers any. */
public final class NoSchemas implements Schemas {
  @Override
  public Compilation compile(JsonBytes schema) {
    throw new UnsupportedOperationException("this test has no schemas");
  }
}
