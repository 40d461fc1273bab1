package posthorn.domain.alert;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import posthorn.domain.field.FieldError;

/**
 * The rules that hold somewhere: the defaults, as the server wants them, as a tenant wants them.
 *
 * @param off the names of those that are turned off
 */
public record AlertRules(List<AlertRule> rules, Set<String> off) {

  /** Who says what is wanted. */
  public enum Level {
    SERVER,
    /** Only for what is its own: a pool or the whole server is shared with others. */
    TENANT
  }

  /** What came of changing the rules. */
  public sealed interface Changed {
    record Valid(AlertRules rules) implements Changed {}

    record Invalid(List<FieldError> errors) implements Changed {
      public Invalid {
        errors = List.copyOf(errors);
      }
    }
  }

  public AlertRules {
    rules = List.copyOf(rules);
    off = Set.copyOf(off);
  }

  public static AlertRules defaults() {
    return new AlertRules(DefaultRules.ALL, Set.of());
  }

  public Optional<AlertRule> named(String name) {
    return rules.stream().filter(rule -> rule.name().equals(name)).findFirst();
  }

  /** Those that are to be watched. */
  public List<AlertRule> active() {
    return rules.stream().filter(rule -> !off.contains(rule.name())).toList();
  }

  /**
   * The rules, changed; or everything that is wrong with the changes.
   *
   * @param field what the caller calls the changes; an error's path goes on with the rule's name
   * @param overrides by the name of the rule
   */
  public Changed with(String field, Level level, Map<String, RuleOverride> overrides) {
    var errors = new ArrayList<FieldError>();
    overrides.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry ->
            errors.addAll(
                errors(field + "." + entry.getKey(), level, entry.getKey(), entry.getValue())));
    if (!errors.isEmpty()) {
      return new Changed.Invalid(errors);
    }
    var nowOff = new HashSet<>(off);
    overrides.forEach((name, override) -> {
      if (override.enabled() != null) {
        nowOff.remove(name);
        if (!override.enabled()) {
          nowOff.add(name);
        }
      }
    });
    return new Changed.Valid(
        new AlertRules(rules.stream().map(rule -> changed(rule, overrides)).toList(), nowOff));
  }

  private List<FieldError> errors(String field, Level level, String name, RuleOverride override) {
    Optional<AlertRule> rule = named(name);
    if (rule.isEmpty()) {
      return List.of(new FieldError(field, "is no alert rule"));
    }
    if (level == Level.TENANT && !rule.get().scope().tenantsOwn()) {
      return List.of(new FieldError(field, "can be changed for the whole server only"));
    }
    return override.errors(field, rule.get());
  }

  private static AlertRule changed(AlertRule rule, Map<String, RuleOverride> overrides) {
    RuleOverride override = overrides.get(rule.name());
    return override == null ? rule : override.applyTo(rule);
  }
}
