package posthorn.application.port;

/** Tells the dispatcher that something has become due. */
public interface DispatchBell {
  void ring();
}
