package posthorn.bootstrap;

import java.io.Console;
import java.util.Map;

/** Whether a person is looking, and whether in colour. */
final class Terminal {
  private Terminal() {}

  // Java 22 to 24 always had a console; Java 25 has none where there is no terminal.
  @SuppressWarnings("SystemConsoleNull")
  static boolean isThere() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** Unless the person has asked for none, as https://no-color.org has it. */
  static boolean hasColours(Map<String, String> environment) {
    return isThere()
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }
}
