package posthorn.domain.alert;

/** What has one state: a rule and what it is applied to. */
public record AlertKey(String rule, Subject subject) {

  public static AlertKey of(AlertRule rule, Subject subject) {
    if (rule.scope() != subject.scope()) {
      throw new IllegalArgumentException(rule.name() + " is not about a " + subject.scope());
    }
    return new AlertKey(rule.name(), subject);
  }
}
