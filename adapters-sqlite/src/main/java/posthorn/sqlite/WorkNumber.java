package posthorn.sqlite;

import posthorn.domain.dispatch.Work;

/** Kinds of work as the numbers that the table has for them. */
final class WorkNumber {
  private WorkNumber() {}

  static int of(Work work) {
    return switch (work) {
      case HIGH_FIRST -> 0;
      case HIGH_RETRY -> 1;
      case NORMAL_FIRST -> 2;
      case NORMAL_RETRY -> 3;
      case LOW_FIRST -> 4;
      case LOW_RETRY -> 5;
    };
  }

  static Work work(int number) {
    return switch (number) {
      case 0 -> Work.HIGH_FIRST;
      case 1 -> Work.HIGH_RETRY;
      case 2 -> Work.NORMAL_FIRST;
      case 3 -> Work.NORMAL_RETRY;
      case 4 -> Work.LOW_FIRST;
      case 5 -> Work.LOW_RETRY;
      default -> throw new IllegalStateException("unknown kind of work " + number);
    };
  }
}
