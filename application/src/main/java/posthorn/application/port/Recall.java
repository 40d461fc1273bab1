package posthorn.application.port;

/** Whether a request is still wanted while it is under way. */
@FunctionalInterface
public interface Recall {
  /** The request stays wanted. */
  Recall NEVER = _ -> {};

  /**
   * Has this run, on any thread, when the request is recalled; at once if it was before. It takes
   * the place of what was given earlier.
   */
  void onRecall(Runnable action);
}
