package posthorn.bootstrap.config;

import java.util.List;

/** The configuration is wrong; every mistake is one line. */
public final class ConfigurationException extends Exception {
  private final List<String> mistakes;

  ConfigurationException(List<String> mistakes) {
    super(String.join("; ", mistakes));
    this.mistakes = List.copyOf(mistakes);
  }

  public List<String> mistakes() {
    return mistakes;
  }
}
