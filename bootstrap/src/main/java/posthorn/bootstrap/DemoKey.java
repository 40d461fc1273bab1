package posthorn.bootstrap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import posthorn.bootstrap.config.Setting;
import posthorn.files.PrivateFiles;

/**
 * Keeps the demo's operator key as a line to paste into a shell. As with {@link NewOperatorKey},
 * only a terminal is shown the key itself.
 */
final class DemoKey implements Consumer<String> {
  private final Path file;
  private final boolean isTerminal;
  private @Nullable String value;

  DemoKey(Path file, boolean isTerminal) {
    this.file = file;
    this.isTerminal = isTerminal;
  }

  @Override
  public void accept(String key) {
    if (isTerminal) {
      value = key;
      return;
    }
    try {
      PrivateFiles.writeNew(file, key + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException("the operator key could not be written to " + file, e);
    }
    value = "$(cat " + file + ")";
  }

  /** The line; of a key that was configured it has the name alone. */
  String line(Map<String, String> environment) {
    if (value != null) {
      return "export KEY=" + value;
    }
    String variable = Setting.OPERATOR_KEY.environmentName();
    return environment.containsKey(variable)
        ? "export KEY=$" + variable
        : "export KEY=...   # the operator key that you set";
  }
}
