package posthorn.bootstrap;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;
import posthorn.bootstrap.config.Setting;
import posthorn.bootstrap.config.SettingGroup;
import posthorn.bootstrap.config.Sources;
import posthorn.domain.field.DurationText;
import posthorn.domain.retry.RetryPreset;

/** The settings as flags of a command: all are taken, and those that matter to it are shown. */
final class SettingOptions {
  private static final String HELP_KEY = "settings";

  private SettingOptions() {}

  /**
   * Adds them to a command.
   *
   * @param shown those that its help lists, in groups
   * @param defaults what holds for this command where it is not the built-in default
   */
  static void add(CommandSpec spec, Set<Setting> shown, Map<Setting, String> defaults) {
    spec.addOption(
        OptionSpec.builder(Sources.FILE_FLAG)
            .type(Path.class)
            .paramLabel("FILE")
            .description("A file with settings; unless set, posthorn.properties if it is there.")
            .build());
    for (Setting setting : Setting.values()) {
      // Hidden from the one long list that picocli makes.
      spec.addOption(option(setting, defaults).hidden(true).build());
    }
    List<String> keys = new ArrayList<>(spec.usageMessage().sectionKeys());
    keys.add(keys.indexOf(UsageMessageSpec.SECTION_KEY_OPTION_LIST) + 1, HELP_KEY);
    spec.usageMessage().sectionKeys(keys);
    spec.usageMessage()
        .sectionMap()
        .put(HELP_KEY, help -> grouped(help, Set.copyOf(shown), defaults));
  }

  /** Whether the command takes settings. */
  static boolean takesSettings(CommandSpec spec) {
    return spec.findOption(Sources.FILE_FLAG) != null;
  }

  /** The file that was named. */
  static @Nullable Path fileOf(ParseResult command) {
    return command.matchedOptionValue(Sources.FILE_FLAG, null);
  }

  /** The settings that were given. */
  static Map<Setting, String> flagsOf(ParseResult command) {
    var flags = new EnumMap<Setting, String>(Setting.class);
    for (Setting setting : Setting.values()) {
      if (command.hasMatchedOption(setting.flag())) {
        flags.put(setting, command.matchedOptionValue(setting.flag(), ""));
      }
    }
    return flags;
  }

  private static String grouped(Help help, Set<Setting> shown, Map<Setting, String> defaults) {
    var text = new StringBuilder();
    for (SettingGroup group : SettingGroup.values()) {
      List<OptionSpec> options =
          group.settings().stream()
              .filter(shown::contains)
              .map(setting -> option(setting, defaults).build())
              .toList();
      if (!options.isEmpty()) {
        Help.Layout layout = help.createDefaultLayout();
        layout.addAllOptions(options, help.parameterLabelRenderer());
        text.append(System.lineSeparator())
            .append(help.colorScheme().text("@|bold " + group.title() + "|@"))
            .append(System.lineSeparator())
            .append(layout);
      }
    }
    return text.toString();
  }

  private static OptionSpec.Builder option(Setting setting, Map<Setting, String> defaults) {
    return OptionSpec.builder(setting.flag())
        .type(String.class)
        .paramLabel("VALUE")
        .description(described(setting, defaults).replace("%", "%%"));
  }

  private static String described(Setting setting, Map<Setting, String> defaults) {
    String defaultText = defaults.getOrDefault(setting, setting.defaultText());
    String description =
        setting == Setting.RETRY_POLICY
            ? setting.description() + " " + presets()
            : setting.description();
    return defaultText == null || defaultText.isEmpty()
        ? description
        : description + " Default: " + defaultText;
  }

  private static String presets() {
    return RetryPreset.ALL.stream()
        .map(preset -> preset.name() + " (" + delaysOf(preset) + ")")
        .collect(Collectors.joining(", ", "One of ", "."));
  }

  private static String delaysOf(RetryPreset preset) {
    return IntStream.range(1, preset.policy().maxAttempts())
        .mapToObj(attempt -> DurationText.of(preset.policy().schedule().delays().after(attempt)))
        .collect(Collectors.joining(" "));
  }
}
