package posthorn.bootstrap.jar;

import java.util.Map;

/** Tries rows of {@code docs/limits.md}. */
interface LimitTrials {

  /** Reaches one limit, and checks what happens there. */
  @FunctionalInterface
  interface Trial {
    void run() throws Exception;
  }

  /** By the rows' ids. */
  Map<String, Trial> trials();
}
