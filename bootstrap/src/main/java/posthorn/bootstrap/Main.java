package posthorn.bootstrap;

import java.io.IOException;
import java.time.InstantSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.config.ConfigurationException;
import posthorn.bootstrap.config.Sources;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.tenant.TenantId;

/** The command line. Without a command, it serves. */
public final class Main {
  private static final int EXIT_MISCONFIGURED = 2;
  private static final int EXIT_FAILED = 1;

  private Main() {}

  public static void main(String[] arguments) {
    // Guice would otherwise generate classes in ways that newer Java versions warn about.
    System.setProperty("guice_bytecode_gen_option", "DISABLED");
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return Commands.commandLine(Main::execute);
  }

  private static int doctor(ParseResult command) throws ConfigurationException {
    InstantSource clock = new SystemModule().clock();
    boolean vacuum = command.hasMatchedOption(Commands.VACUUM);
    if (vacuum || command.hasMatchedOption(Commands.FREE)) {
      return new FreeSpace(System.out, System.err, clock, vacuum).run(read(command));
    }
    try {
      return new Doctor(System.out, clock).run(read(command));
    } catch (ConfigurationException e) {
      return Doctor.misconfigured(System.out, e.mistakes());
    }
  }

  private static int execute(ParseResult parsed) {
    Integer help = CommandLine.executeHelpRequest(parsed);
    if (help != null) {
      return help;
    }
    ParseResult command = innermost(parsed);
    String name = command.commandSpec().name();
    if (name.equals(Commands.KEYS)) {
      throw new CommandLine.ParameterException(
          command.commandSpec().commandLine(), "Say what to do: create, list, revoke or reencrypt");
    }
    if (command.commandSpec().userObject() instanceof BenchCommand bench) {
      return bench.run();
    }
    try {
      return switch (name) {
        case Commands.DEMO -> demo(command);
        case Commands.DOCTOR -> doctor(command);
        case Commands.CREATE, Commands.LIST, Commands.REVOKE -> keys(name, command);
        case Commands.REENCRYPT -> new Reencrypt(System.out, System.err).run(read(command));
        default -> new Serve(System.out, System.err, Companion.NONE).run(read(command));
      };
    } catch (ConfigurationException e) {
      e.mistakes().forEach(mistake -> System.err.println("posthorn: " + mistake));
      return EXIT_MISCONFIGURED;
    }
  }

  private static int keys(String name, ParseResult command) throws ConfigurationException {
    var system = new SystemModule();
    var options = new KeyOptions(command);
    var keys = new KeysCommand(System.out, System.err, system);
    return switch (name) {
      case Commands.CREATE -> {
        KeyOptions.Wanted wanted = options.wanted(system.clock().instant());
        yield keys.create(read(command), wanted);
      }
      case Commands.REVOKE -> {
        ApiKeyId id = options.id();
        yield keys.revoke(read(command), id);
      }
      default -> {
        TenantId tenant = options.onlyTenant().orElse(null);
        yield keys.list(read(command), tenant, command.hasMatchedOption(Commands.JSON));
      }
    };
  }

  private static int demo(ParseResult command) throws ConfigurationException {
    Demo.quietLog();
    try (var folder = DemoFolder.make()) {
      return new Serve(System.out, System.err, new Demo(System.out, System.getenv()))
          .run(
              Sources.read(
                  new Sources.OfCommand(DemoFolder.CHOICES, folder.places()),
                  SettingOptions.fileOf(command),
                  System.getenv(),
                  SettingOptions.flagsOf(command)));
    } catch (IOException e) {
      System.err.println("posthorn: could not use a temporary folder: " + e.getMessage());
      return EXIT_FAILED;
    }
  }

  private static Configuration read(ParseResult command) throws ConfigurationException {
    return Sources.read(
        SettingOptions.fileOf(command), System.getenv(), SettingOptions.flagsOf(command));
  }

  private static ParseResult innermost(ParseResult parsed) {
    return parsed.hasSubcommand() ? innermost(parsed.subcommand()) : parsed;
  }
}
