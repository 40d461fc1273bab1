package posthorn.application.port;

import java.time.Duration;

/** A search was given up after its time. The same search would take as long again. */
public final class QueryTooSlowException extends RuntimeException {
  private final Duration deadline;

  public QueryTooSlowException(Duration deadline) {
    super("a search took longer than " + deadline);
    this.deadline = deadline;
  }

  public Duration deadline() {
    return deadline;
  }
}
