package posthorn.domain.dispatch;

import posthorn.domain.event.Priority;

/** The kinds of due work: how urgent, and whether it is a delivery's first attempt. */
public enum Work {
  HIGH_FIRST(Priority.HIGH, false),
  HIGH_RETRY(Priority.HIGH, true),
  NORMAL_FIRST(Priority.NORMAL, false),
  NORMAL_RETRY(Priority.NORMAL, true),
  LOW_FIRST(Priority.LOW, false),
  LOW_RETRY(Priority.LOW, true);

  private final Priority priority;
  private final boolean retry;

  Work(Priority priority, boolean retry) {
    this.priority = priority;
    this.retry = retry;
  }

  public static Work of(Priority priority, boolean retry) {
    return switch (priority) {
      case HIGH -> retry ? HIGH_RETRY : HIGH_FIRST;
      case NORMAL -> retry ? NORMAL_RETRY : NORMAL_FIRST;
      case LOW -> retry ? LOW_RETRY : LOW_FIRST;
    };
  }

  public Priority priority() {
    return priority;
  }

  public boolean isRetry() {
    return retry;
  }
}
