package posthorn.application.port.guilty;

/** Breaks the rule that ports are interfaces, values and exceptions. */
public final class DoesSomething {
  int something() {
    return 1;
  }
}
