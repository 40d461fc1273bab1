package posthorn.application.port;

/** Wakes whoever looks for due deliveries, before the time they meant to look again. */
public interface DispatchBell {
  void ring();
}
