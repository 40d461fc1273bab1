package posthorn.bootstrap.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where settings come from; what comes later wins. */
public final class Sources {
  private static final Logger LOG = LoggerFactory.getLogger(Sources.class);

  /** Names the file on the command line. */
  public static final String FILE_FLAG = "--config";

  static final String ENVIRONMENT_PREFIX = "POSTHORN_";
  static final String FILE_VARIABLE = ENVIRONMENT_PREFIX + "CONFIG";
  private static final String IN_ENVIRONMENT = " in the environment";
  private static final Path DEFAULT_FILE = Path.of("posthorn.properties");

  /**
   * A setting's text, and where it was found, for the message if it is wrong.
   *
   * @param name as it is written there
   * @param where to be read after the name
   */
  record Value(String text, String name, String where) {
    String origin() {
      return name + where;
    }

    /** The same with the text, which must not be a secret. */
    String assigned() {
      return name + "=" + text + where;
    }

    /** Another setting as it would be written in the same place. */
    String besides(Setting other) {
      if (name.startsWith("--")) {
        return other.flag();
      }
      return name.startsWith(ENVIRONMENT_PREFIX) ? other.environmentName() : other.key();
    }
  }

  /**
   * What is different about a command.
   *
   * @param defaults where they differ from the built-in ones
   * @param places of its temporary data, which nothing else may set
   */
  public record OfCommand(Map<Setting, String> defaults, Map<Setting, String> places) {
    static final OfCommand NOTHING = new OfCommand(Map.of(), Map.of());

    public OfCommand {
      defaults = Map.copyOf(defaults);
      places = Map.copyOf(places);
    }
  }

  private final Map<Setting, Value> values = new EnumMap<>(Setting.class);
  private final List<String> mistakes = new ArrayList<>();

  private final OfCommand command;

  private Sources(OfCommand command) {
    this.command = command;
  }

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
    return read(OfCommand.NOTHING, file, environment, flags);
  }

  /** Reads the configuration of a command that is different. */
  public static Configuration read(
      OfCommand command,
      @Nullable Path file,
      Map<String, String> environment,
      Map<Setting, String> flags)
      throws ConfigurationException {
    var sources = new Sources(command);
    sources.addDefaults();
    sources.fileOf(file, environment).ifPresent(sources::addFile);
    sources.addEnvironment(environment);
    flags.forEach((setting, text) -> sources.set(setting, text, setting.flag(), ""));
    return new Values(sources.values, sources.mistakes).configuration();
  }

  private void addDefaults() {
    for (Setting setting : Setting.values()) {
      String text = setting.defaultText();
      if (text != null) {
        put(setting, text, setting.key(), " (the built-in default)");
      }
    }
    putAll(command.defaults());
    putAll(command.places());
  }

  private void putAll(Map<Setting, String> texts) {
    texts.forEach((setting, text) -> put(setting, text, setting.key(), " (the command's default)"));
  }

  private Optional<Path> fileOf(@Nullable Path named, Map<String, String> environment) {
    if (named != null) {
      return file(named, FILE_FLAG);
    }
    String variable = environment.get(FILE_VARIABLE);
    if (variable != null) {
      return file(Path.of(variable), FILE_VARIABLE + IN_ENVIRONMENT);
    }
    return Optional.of(DEFAULT_FILE).filter(Files::exists);
  }

  private Optional<Path> file(Path named, String origin) {
    if (named.toString().isEmpty()) {
      mistakes.add(origin + " is empty");
      return Optional.empty();
    }
    return Optional.of(named);
  }

  private void addFile(Path file) {
    addAll(new SettingsFile(file).texts(mistakes::add), Setting::key, " in " + file);
  }

  private void addEnvironment(Map<String, String> environment) {
    Map<String, String> ours =
        environment.entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(ENVIRONMENT_PREFIX))
            .filter(entry -> !entry.getKey().equals(FILE_VARIABLE))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    Set<String> ofKubernetes = ofKubernetes(ours);
    if (!ofKubernetes.isEmpty()) {
      LOG.atInfo()
          .addKeyValue("variables", String.join(", ", ofKubernetes))
          .log("Ignored variables that Kubernetes made for a Service");
      ours.keySet().removeAll(ofKubernetes);
    }
    addAll(ours, Setting::environmentName, IN_ENVIRONMENT);
  }

  /** A setting stays one, also where its value is wrong. */
  private static Set<String> ofKubernetes(Map<String, String> variables) {
    Set<String> settings =
        Stream.of(Setting.values()).map(Setting::environmentName).collect(Collectors.toSet());
    return variables.entrySet().stream()
        .filter(entry -> !settings.contains(entry.getKey()))
        .filter(entry -> KubernetesVariables.has(entry.getKey(), entry.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void addAll(Map<String, String> texts, Function<Setting, String> nameOf, String where) {
    Map<String, Setting> settings =
        Stream.of(Setting.values()).collect(Collectors.toMap(nameOf, Function.identity()));
    new TreeMap<>(texts)
        .forEach((name, text) -> {
          Setting setting = settings.get(name);
          if (setting == null) {
            mistakes.add(
                name
                    + where
                    + " is not a setting"
                    + NearestName.of(name)
                        .map(near -> "; did you mean " + nameOf.apply(near) + "?")
                        .orElse(""));
          } else {
            set(setting, text, name, where);
          }
        });
  }

  private void set(Setting setting, String text, String name, String where) {
    if (command.places().containsKey(setting)) {
      mistakes.add(name + where + " cannot be set for this command, whose data is temporary");
      return;
    }
    put(setting, text, name, where);
  }

  private void put(Setting setting, String text, String name, String where) {
    values.put(setting, new Value(text.strip(), name, where));
  }
}
