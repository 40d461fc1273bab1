package posthorn.bootstrap.config;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The parts that {@code --help} lists the settings in: told by how a setting's name begins. */
public enum SettingGroup {
  SERVER("Server", "http.", "data_dir", "operator_key"),
  STORE("Store and secrets", "store.", "storage.", "secrets."),
  OUTBOUND("Outbound requests", "outbound."),
  DISPATCH("Dispatch", "dispatch.", "lease"),
  RETRY("Retries", "retry."),
  EVENTS("Events and inbound messages", "publish.", "inbound."),
  LIMITS("Quotas and retention", "quotas.", "retention."),
  ALERTS("Alerts and mail", "alerts.", "mail.", "smtp.");

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
  private final List<String> beginnings;

  SettingGroup(String title, String... beginnings) {
    this.title = title;
    this.beginnings = List.of(beginnings);
  }

  public String title() {
    return title;
  }

  /** Its settings, in the order that they are declared in. */
  public List<Setting> settings() {
    return Arrays.stream(Setting.values()).filter(this::has).toList();
  }

  /** All settings, group by group. */
  static List<Setting> inOrder() {
    return Stream.of(values()).flatMap(group -> group.settings().stream()).toList();
  }

  private boolean has(Setting setting) {
    return beginnings.stream().anyMatch(beginning -> (setting.key() + ".").startsWith(beginning));
  }
}
