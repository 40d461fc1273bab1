package posthorn.bootstrap.config;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import posthorn.files.FileTrouble;
import posthorn.files.PrivateFiles;

/** A file with settings, in the form of Java's properties. */
record SettingsFile(Path path) {
  /** A name alone, and below it something that is indented. */
  private static final Pattern NESTED = Pattern.compile("(?m)^[\\w.-]+:[ \\t]*\\R[ \\t]+\\S");

  /** The texts in it by their names; what is wrong with the file itself goes to the consumer. */
  Map<String, String> texts(Consumer<String> mistakes) {
    var properties = new Properties();
    try {
      String text = Files.readString(path);
      if (isYaml(text)) {
        mistakes.accept(path + " looks like YAML; write properties, a line each: http.port = 8080");
        return Map.of();
      }
      properties.load(new StringReader(text));
      requirePrivateIfSecret(properties, mistakes);
    } catch (IOException e) {
      mistakes.accept("the file " + path + " cannot be read: " + FileTrouble.reason(e));
    } catch (IllegalArgumentException e) {
      mistakes.accept("the file " + path + " cannot be read: " + e.getMessage());
    }
    return properties.stringPropertyNames().stream()
        .collect(Collectors.toMap(Function.identity(), properties::getProperty));
  }

  private boolean isYaml(String text) {
    String name = path.toString();
    return name.endsWith(".yaml") || name.endsWith(".yml") || NESTED.matcher(text).find();
  }

  /** As for the file with the sealing key. */
  private void requirePrivateIfSecret(Properties properties, Consumer<String> mistakes)
      throws IOException {
    List<String> secrets =
        Stream.of(Setting.values())
            .filter(setting -> setting.isSecret(properties.getProperty(setting.key(), "").strip()))
            .map(Setting::key)
            .toList();
    if (!secrets.isEmpty() && !PrivateFiles.isPrivate(path)) {
      mistakes.accept(
          "the file "
              + path
              + " can be read by others than its owner, and secrets are in it ("
              + String.join(", ", secrets)
              + "); run 'chmod 600 "
              + path
              + "', and change them if others may have read it");
    }
  }
}
