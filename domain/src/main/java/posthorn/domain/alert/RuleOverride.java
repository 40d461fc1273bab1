package posthorn.domain.alert;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.field.FieldError;

/** What somebody wants otherwise of a rule; null is as it was. */
public record RuleOverride(
    @Nullable Boolean enabled,
    @Nullable Severity severity,
    @Nullable Double threshold,
    @Nullable Integer minimumCalls,
    @Nullable Duration hold,
    @Nullable Duration clear) {

  List<FieldError> errors(String field, AlertRule rule) {
    var errors = new ArrayList<FieldError>();
    Metric metric = rule.condition().metric();
    if (threshold != null) {
      note(errors, field + ".threshold", Condition.thresholdRefusal(metric, threshold));
    }
    if (minimumCalls != null) {
      note(errors, field + ".minimum_calls", Condition.minimumCallsRefusal(metric, minimumCalls));
    }
    if (hold != null) {
      note(errors, field + ".hold", AlertRule.durationRefusal(hold));
    }
    if (clear != null) {
      note(errors, field + ".clear", AlertRule.durationRefusal(clear));
    }
    return errors;
  }

  private static void note(List<FieldError> errors, String field, Optional<String> refusal) {
    refusal.ifPresent(message -> errors.add(new FieldError(field, message)));
  }

  AlertRule applyTo(AlertRule rule) {
    Condition was = rule.condition();
    var condition =
        new Condition(
            was.metric(),
            was.window(),
            was.comparison(),
            threshold == null ? was.threshold() : threshold,
            minimumCalls == null ? was.minimumCalls() : minimumCalls);
    return new AlertRule(
        rule.name(),
        severity == null ? rule.severity() : severity,
        rule.audience(),
        condition,
        hold == null ? rule.hold() : hold,
        clear == null ? rule.clear() : clear);
  }
}
