package posthorn.bootstrap;

/** Colours, on terminals that have them. */
record Paint(boolean isOn) {
  private static final String RESET = "\u001B[0m";

  String good(String text) {
    return in("\u001B[32m", text);
  }

  String bad(String text) {
    return in("\u001B[31m", text);
  }

  String warning(String text) {
    return in("\u001B[33m", text);
  }

  String strong(String text) {
    return in("\u001B[1m", text);
  }

  String faint(String text) {
    return in("\u001B[2m", text);
  }

  private String in(String colour, String text) {
    return isOn ? colour + text + RESET : text;
  }
}
