package posthorn.bootstrap;

import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import posthorn.bootstrap.config.NearestName;
import posthorn.bootstrap.config.Setting;
import posthorn.bootstrap.config.SettingGroup;
import posthorn.domain.access.Role;

/** The commands, their options, and what is said when they are mistyped. */
final class Commands {
  static final String SERVE = "serve";
  static final String DEMO = "demo";
  static final String DOCTOR = "doctor";
  static final String FREE = "--free";
  static final String VACUUM = "--vacuum";
  static final String KEYS = "keys";
  static final String CREATE = "create";
  static final String LIST = "list";
  static final String REVOKE = "revoke";
  static final String REENCRYPT = "reencrypt";
  static final String ROLE = "--role";
  static final String TENANT = "--tenant";
  static final String NAME = "--name";
  static final String EXPIRES = "--expires";
  static final String JSON = "--json";

  private static final int EXIT_MISUSED = 2;
  private static final int WIDTH = 110;
  private static final Set<Setting> ALL = EnumSet.allOf(Setting.class);
  private static final Set<Setting> PLACES = EnumSet.of(Setting.DATA_DIR, Setting.STORE_URL);

  private Commands() {}

  static CommandLine commandLine(CommandLine.IExecutionStrategy strategy) {
    return new CommandLine(root())
        .setUsageHelpWidth(WIDTH)
        .setParameterExceptionHandler((failure, _) -> misused(failure))
        .setExecutionStrategy(strategy);
  }

  private static CommandSpec root() {
    CommandSpec root =
        command("posthorn", "A webhook server: takes events, signs them, and delivers them.", ALL);
    root.version("posthorn " + Version.text());
    root.addSubcommand(SERVE, command(SERVE, "Runs the server. This is the default command.", ALL));
    root.addSubcommand(DEMO, demo());
    root.addSubcommand(KEYS, keys());
    root.addSubcommand(DOCTOR, doctor());
    root.addSubcommand("bench", CommandSpec.forAnnotatedObject(new BenchCommand()));
    return root;
  }

  /** Its data is temporary, so its help leaves out the settings of store, quotas and retention. */
  private static CommandSpec demo() {
    Set<Setting> shown =
        Stream.of(
                SettingGroup.SERVER,
                SettingGroup.OUTBOUND,
                SettingGroup.DISPATCH,
                SettingGroup.RETRY,
                SettingGroup.EVENTS)
            .flatMap(group -> group.settings().stream())
            .filter(setting -> setting != Setting.DATA_DIR && setting != Setting.OPERATOR_KEY)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Setting.class)));
    return command(
        DEMO,
        "Runs the server beside a receiver that can be told to fail, with sample traffic. Its data"
            + " is temporary.",
        shown,
        DemoFolder.CHOICES);
  }

  private static CommandSpec doctor() {
    CommandSpec doctor =
        command(
            DOCTOR,
            "Looks at the configuration, the data folder and the database, and says what is wrong;"
                + " also beside a server. Exits with 1 if there is a problem. Takes every setting"
                + " of 'posthorn serve'.",
            PLACES);
    doctor.addOption(
        flag(FREE, "Removes what is old and gives its space back; the server has to be stopped."));
    doctor.addOption(
        flag(VACUUM, "The same, and rewrites the whole database if the disk has room."));
    return doctor;
  }

  private static CommandSpec keys() {
    CommandSpec keys = CommandSpec.create().name(KEYS).mixinStandardHelpOptions(true);
    keys.usageMessage()
        .description(
            "Makes, lists and revokes API keys; changes the key that secrets are sealed with.");
    keys.addSubcommand(CREATE, createKey());
    keys.addSubcommand(LIST, listKeys());
    keys.addSubcommand(REVOKE, revokeKey());
    keys.addSubcommand(
        REENCRYPT,
        command(
            REENCRYPT,
            "Seals all stored secrets with the present key; the server has to be stopped.",
            Stream.concat(PLACES.stream(), SettingGroup.STORE.settings().stream())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Setting.class)))));
    return keys;
  }

  private static CommandSpec createKey() {
    CommandSpec create =
        command(
            CREATE,
            "Makes an API key and prints it once. Works beside a running server too.",
            PLACES);
    create.addOption(
        option(ROLE, "ROLE", "One of " + String.join(", ", Role.names()) + ". Default: operator"));
    create.addOption(option(TENANT, "ID", "The tenant whose key it is. Default: default"));
    create.addOption(option(NAME, "TEXT", "What to call it."));
    create.addOption(
        option(
            EXPIRES,
            "WHEN",
            "When the key expires: after a duration such as 12h or 90d, or at a time such as"
                + " 2027-01-31T00:00:00Z. Default: never"));
    return create;
  }

  private static CommandSpec listKeys() {
    CommandSpec list =
        command(
            LIST,
            "Lists the API keys without their secret text. Works beside a running server too.",
            PLACES);
    list.addOption(option(TENANT, "ID", "Of this tenant only."));
    list.addOption(flag(JSON, "As a JSON array."));
    return list;
  }

  private static CommandSpec revokeKey() {
    CommandSpec revoke =
        command(
            REVOKE,
            "Revokes an API key: requests with it are refused from then on. Works beside a running"
                + " server too.",
            PLACES);
    revoke.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .required(true)
            .type(String.class)
            .paramLabel("ID")
            .description("Its id, key_…, as 'posthorn keys list' shows it.")
            .build());
    return revoke;
  }

  private static CommandSpec command(String name, String description, Set<Setting> shown) {
    return command(name, description, shown, Map.of());
  }

  private static CommandSpec command(
      String name, String description, Set<Setting> shown, Map<Setting, String> defaults) {
    CommandSpec spec = CommandSpec.create().name(name).mixinStandardHelpOptions(true);
    Setting example = shown.contains(Setting.HTTP_PORT) ? Setting.HTTP_PORT : Setting.DATA_DIR;
    spec.usageMessage()
        .description(description)
        .footer(
            "",
            "Every setting can also be given in the environment, as " + example.environmentName(),
            "for " + example.flag() + ", or in a file, as " + example.key() + ".")
        .abbreviateSynopsis(true);
    SettingOptions.add(spec, shown, defaults);
    return spec;
  }

  private static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name).description(description).build();
  }

  private static OptionSpec option(String name, String label, String description) {
    return OptionSpec.builder(name)
        .type(String.class)
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** The mistake and where to read on: with all of the help, it would scroll away. */
  private static int misused(ParameterException failure) {
    CommandLine command = failure.getCommandLine();
    String meant = Misuse.asksForHelp(failure) ? "; did you mean --help?" : meant(failure);
    command.getErr().println("posthorn: " + Misuse.sentence(failure) + meant);
    command.getErr().println("See '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return EXIT_MISUSED;
  }

  private static String meant(ParameterException failure) {
    if (!(failure instanceof UnmatchedArgumentException unmatched)) {
      return "";
    }
    String given = unmatched.getUnmatched().getFirst();
    Optional<String> near =
        given.startsWith("-")
                && SettingOptions.takesSettings(failure.getCommandLine().getCommandSpec())
            ? NearestName.of(given.split("=", 2)[0].substring(1)).map(Setting::flag)
            : unmatched.getSuggestions().stream().findFirst();
    return near.map(name -> "; did you mean " + name + "?").orElse("");
  }
}
