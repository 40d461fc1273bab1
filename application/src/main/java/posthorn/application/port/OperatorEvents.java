package posthorn.application.port;

/** Where operator events are announced; whoever listens must not hold the announcer up. */
public interface OperatorEvents {
  void announce(OperatorEvent event);
}
