package posthorn.application.dispatch;

/** Has deliveries attempted that there is room for. */
@FunctionalInterface
public interface AttemptStarter {

  /** Returns at once; the attempt goes on by itself. */
  void start(Slot slot);
}
