package posthorn.application.port;

/** Has deliveries attempted that there is room for. */
public interface AttemptStarter {

  /** Returns at once; the attempt goes on by itself. */
  void start(ClaimedDelivery claimed);
}
