package posthorn.application.port;

/** Wakes whoever runs bulk replays: there is something to do that was not known before. */
public interface ReplayBell {
  void ring();
}
