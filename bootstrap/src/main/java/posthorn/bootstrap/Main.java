package posthorn.bootstrap;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.config.ConfigurationException;
import posthorn.bootstrap.config.Setting;
import posthorn.bootstrap.config.Sources;

/** The command line. Without a command, it serves. */
public final class Main {
  private static final int EXIT_MISCONFIGURED = 2;
  private static final int EXIT_FAILED = 1;
  private static final String CONFIG_FLAG = "--config";
  private static final String DEMO = "demo";
  private static final String DOCTOR = "doctor";
  private static final String FREE = "--free";
  private static final String VACUUM = "--vacuum";
  private static final String KEYS = "keys";
  private static final String REENCRYPT = "reencrypt";

  private Main() {}

  public static void main(String[] arguments) {
    // Guice would otherwise generate classes in ways that newer Java versions warn about.
    System.setProperty("guice_bytecode_gen_option", "DISABLED");
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    CommandSpec root =
        command("posthorn", "A webhook server: takes events, signs them, and delivers them.");
    root.version("posthorn " + Version.text());
    root.addSubcommand(
        "serve", command("serve", "Runs the server; what happens without a command."));
    root.addSubcommand(
        DEMO,
        command(
            DEMO,
            "Runs the server beside a receiver that can be told to fail, with sample traffic."));
    root.addSubcommand(KEYS, keys());
    root.addSubcommand(DOCTOR, doctor());
    root.addSubcommand("bench", CommandSpec.forAnnotatedObject(new BenchCommand()));
    return new CommandLine(root).setExecutionStrategy(Main::execute);
  }

  private static CommandSpec keys() {
    CommandSpec keys = CommandSpec.create().name(KEYS).mixinStandardHelpOptions(true);
    keys.usageMessage().description("Works on the keys that secrets are sealed with.");
    keys.addSubcommand(
        REENCRYPT,
        command(
            REENCRYPT,
            "Has the present key seal what earlier ones sealed; the server has to be stopped."));
    return keys;
  }

  private static CommandSpec doctor() {
    CommandSpec doctor =
        command(
            DOCTOR,
            "Looks at the configuration, the data folder and the database, and says what is wrong;"
                + " also beside a server. Exits with 1 if there is a problem.");
    doctor.addOption(
        OptionSpec.builder(FREE)
            .description(
                "Removes what is old and gives its space back; the server has to be stopped.")
            .build());
    doctor.addOption(
        OptionSpec.builder(VACUUM)
            .description("The same, and writes the whole database anew, if the disk has room.")
            .build());
    return doctor;
  }

  private static int doctor(ParseResult command) throws ConfigurationException {
    InstantSource clock = new SystemModule().clock();
    boolean vacuum = command.hasMatchedOption(VACUUM);
    if (vacuum || command.hasMatchedOption(FREE)) {
      return new FreeSpace(System.out, System.err, clock, vacuum).run(read(command, Map.of()));
    }
    try {
      return new Doctor(System.out, clock).run(read(command, Map.of()));
    } catch (ConfigurationException e) {
      return Doctor.misconfigured(System.out, e.mistakes());
    }
  }

  private static CommandSpec command(String name, String description) {
    CommandSpec spec = CommandSpec.create().name(name).mixinStandardHelpOptions(true);
    spec.usageMessage()
        .description(description)
        .footer(
            "",
            "Every setting can also be given in the environment, as POSTHORN_HTTP_PORT for",
            "--http-port, or in a file, as http.port.")
        .abbreviateSynopsis(true);
    spec.addOption(
        OptionSpec.builder(CONFIG_FLAG)
            .type(Path.class)
            .paramLabel("FILE")
            .description("A file with settings; unless set, posthorn.properties if it is there.")
            .build());
    for (Setting setting : Setting.values()) {
      spec.addOption(
          OptionSpec.builder(setting.flag())
              .type(String.class)
              .paramLabel("VALUE")
              .description(describe(setting))
              .build());
    }
    return spec;
  }

  private static String describe(Setting setting) {
    String defaultText = setting.defaultText();
    return defaultText == null || defaultText.isEmpty()
        ? setting.description()
        : setting.description() + " Default: " + defaultText;
  }

  private static int execute(ParseResult parsed) {
    Integer help = CommandLine.executeHelpRequest(parsed);
    if (help != null) {
      return help;
    }
    ParseResult command = innermost(parsed);
    String name = command.commandSpec().name();
    if (name.equals(KEYS)) {
      command.commandSpec().commandLine().usage(System.err);
      return EXIT_MISCONFIGURED;
    }
    if (command.commandSpec().userObject() instanceof BenchCommand bench) {
      return bench.run();
    }
    try {
      return switch (name) {
        case DEMO -> demo(command);
        case DOCTOR -> doctor(command);
        case REENCRYPT -> new Reencrypt(System.out, System.err).run(read(command, Map.of()));
        default -> new Serve(System.out, System.err, Companion.NONE).run(read(command, Map.of()));
      };
    } catch (ConfigurationException e) {
      e.mistakes().forEach(mistake -> System.err.println("posthorn: " + mistake));
      return EXIT_MISCONFIGURED;
    }
  }

  private static int demo(ParseResult command) throws ConfigurationException {
    try (var folder = DemoFolder.make()) {
      return new Serve(System.out, System.err, new Demo(System.out))
          .run(read(command, folder.defaults()));
    } catch (IOException e) {
      System.err.println("posthorn: could not use a temporary folder: " + e.getMessage());
      return EXIT_FAILED;
    }
  }

  private static Configuration read(ParseResult command, Map<Setting, String> defaults)
      throws ConfigurationException {
    return Sources.read(defaults, fileOf(command), System.getenv(), flagsOf(command));
  }

  private static ParseResult innermost(ParseResult parsed) {
    return parsed.hasSubcommand() ? innermost(parsed.subcommand()) : parsed;
  }

  private static @Nullable Path fileOf(ParseResult command) {
    return command.matchedOptionValue(CONFIG_FLAG, null);
  }

  private static Map<Setting, String> flagsOf(ParseResult command) {
    var flags = new EnumMap<Setting, String>(Setting.class);
    for (Setting setting : Setting.values()) {
      if (command.hasMatchedOption(setting.flag())) {
        flags.put(setting, command.matchedOptionValue(setting.flag(), ""));
      }
    }
    return flags;
  }
}
