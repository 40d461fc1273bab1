package posthorn.application.alerts;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import posthorn.application.port.Alerts;
import posthorn.application.port.Ids;
import posthorn.domain.alert.Alert;
import posthorn.domain.alert.AlertChange;
import posthorn.domain.alert.AlertId;
import posthorn.domain.alert.AlertKey;
import posthorn.domain.alert.AlertRule;
import posthorn.domain.alert.AlertState;
import posthorn.domain.alert.Observation;
import posthorn.domain.alert.Subject;
import posthorn.domain.tenant.TenantId;

/** Folds what was observed into the states, and gathers what that changes. */
final class Fold {
  private final Alerts.Memory memory;
  private final Ids ids;
  private final Set<AlertKey> seen = new HashSet<>();
  private final Map<AlertKey, AlertState> states = new HashMap<>();
  private final List<Change> fired = new ArrayList<>();
  private final List<Change> resolved = new ArrayList<>();
  private final List<Alert> ended = new ArrayList<>();

  Fold(Alerts.Memory memory, Ids ids) {
    this.memory = memory;
    this.ids = ids;
  }

  /** An alert that fired or is over, with the rule that says so. */
  record Change(Alert alert, AlertRule rule) {}

  void observe(AlertRule rule, Subject subject, TenantId tenant, Observation observation) {
    AlertKey key = AlertKey.of(rule, subject);
    seen.add(key);
    AlertState before = memory.states().getOrDefault(key, new AlertState.Quiet());
    AlertState.Step step = before.after(rule, observation);
    if (!step.next().equals(before)) {
      states.put(key, step.next());
    }
    switch (step.change()) {
      case AlertChange.Unchanged() -> {}
      case AlertChange.Fired change -> {
        var id = new AlertId(ids.next(AlertId.PREFIX, change.at()));
        fired.add(new Change(Alert.fired(id, tenant, key, rule, change), rule));
      }
      case AlertChange.Resolved(Instant at, _, double value) -> {
        Alert active = memory.active().get(key);
        if (active != null) {
          resolved.add(new Change(active.resolved(at, value), rule));
        }
      }
    }
  }

  /** What was not observed is not watched any more: its webhook is gone, or its rule is off. */
  void endUnseen(Instant now) {
    for (AlertKey key : memory.states().keySet()) {
      if (!seen.contains(key)) {
        states.put(key, new AlertState.Quiet());
      }
    }
    for (Alert active : memory.active().values()) {
      if (!seen.contains(active.key())) {
        ended.add(active.resolved(now, active.value()));
      }
    }
  }

  Map<AlertKey, AlertState> states() {
    return states;
  }

  List<Change> fired() {
    return fired;
  }

  List<Change> resolved() {
    return resolved;
  }

  /** Those that are over without anybody having to be told. */
  List<Alert> ended() {
    return ended;
  }
}
