package posthorn.bootstrap.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import posthorn.files.PrivateFiles;

/** Where settings come from; what comes later wins. */
public final class Sources {
  static final String ENVIRONMENT_PREFIX = "POSTHORN_";
  static final String FILE_VARIABLE = ENVIRONMENT_PREFIX + "CONFIG";
  private static final Path DEFAULT_FILE = Path.of("posthorn.properties");

  /** A setting's text, and where it was found, for the message if it is wrong. */
  record Value(String text, String origin) {}

  private final Map<Setting, Value> values = new EnumMap<>(Setting.class);
  private final List<String> mistakes = new ArrayList<>();

  private Sources() {}

  /**
   * Reads the configuration.
   *
   * @param file the file that was named on the command line, if one was
   * @param environment the process's environment; only what begins with POSTHORN_ is looked at
   * @param flags the settings that were given on the command line
   */
  public static Configuration read(
      @Nullable Path file, Map<String, String> environment, Map<Setting, String> flags)
      throws ConfigurationException {
    return read(Map.of(), file, environment, flags);
  }

  /**
   * Reads the configuration of a command that has defaults of its own.
   *
   * @param defaults where they differ from the built-in ones
   */
  public static Configuration read(
      Map<Setting, String> defaults,
      @Nullable Path file,
      Map<String, String> environment,
      Map<Setting, String> flags)
      throws ConfigurationException {
    var sources = new Sources();
    sources.addDefaults();
    defaults.forEach((setting, text) -> sources.put(setting, text, "the command's default"));
    sources.fileOf(file, environment).ifPresent(sources::addFile);
    sources.addEnvironment(environment);
    flags.forEach((setting, text) -> sources.put(setting, text, setting.flag()));
    return new Values(sources.values, sources.mistakes).configuration();
  }

  private void addDefaults() {
    for (Setting setting : Setting.values()) {
      String text = setting.defaultText();
      if (text != null) {
        put(setting, text, "the built-in default");
      }
    }
  }

  private Optional<Path> fileOf(@Nullable Path named, Map<String, String> environment) {
    if (named != null) {
      return Optional.of(named);
    }
    String variable = environment.get(FILE_VARIABLE);
    if (variable != null) {
      return Optional.of(Path.of(variable));
    }
    return Optional.of(DEFAULT_FILE).filter(Files::exists);
  }

  private void addFile(Path file) {
    var properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      mistakes.add("the file " + file + " cannot be read: " + e);
      return;
    }
    requirePrivateIfSecret(file, properties);
    addAll(
        properties.stringPropertyNames().stream()
            .collect(Collectors.toMap(Function.identity(), properties::getProperty)),
        Setting::key,
        " in " + file);
  }

  /** As for the file with the sealing key. */
  private void requirePrivateIfSecret(Path file, Properties properties) {
    List<String> secrets =
        Stream.of(Setting.values())
            .filter(setting -> setting.isSecret(properties.getProperty(setting.key(), "").strip()))
            .map(Setting::key)
            .toList();
    try {
      if (!secrets.isEmpty() && !PrivateFiles.isPrivate(file)) {
        mistakes.add(
            "the file "
                + file
                + " can be read by others than its owner, and secrets are in it ("
                + String.join(", ", secrets)
                + "); run 'chmod 600 "
                + file
                + "', and change them if others may have read it");
      }
    } catch (IOException e) {
      mistakes.add("the file " + file + " cannot be looked at: " + e);
    }
  }

  private void addEnvironment(Map<String, String> environment) {
    addAll(
        environment.entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(ENVIRONMENT_PREFIX))
            .filter(entry -> !entry.getKey().equals(FILE_VARIABLE))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
        Setting::environmentName,
        " in the environment");
  }

  private void addAll(Map<String, String> texts, Function<Setting, String> nameOf, String where) {
    Map<String, Setting> settings =
        Stream.of(Setting.values()).collect(Collectors.toMap(nameOf, Function.identity()));
    new TreeMap<>(texts)
        .forEach((name, text) -> {
          Setting setting = settings.get(name);
          if (setting == null) {
            mistakes.add(name + where + " is not a setting");
          } else {
            put(setting, text, name + where);
          }
        });
  }

  private void put(Setting setting, String text, String origin) {
    values.put(setting, new Value(text.strip(), origin));
  }
}
