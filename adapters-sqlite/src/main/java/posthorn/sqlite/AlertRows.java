package posthorn.sqlite;

import posthorn.domain.alert.Alert;
import posthorn.domain.alert.AlertId;
import posthorn.domain.alert.AlertKey;
import posthorn.domain.alert.AlertState;
import posthorn.domain.alert.AlertState.Firing;
import posthorn.domain.alert.AlertState.Pending;
import posthorn.domain.alert.AlertState.Quiet;
import posthorn.domain.alert.Scope;
import posthorn.domain.alert.Severity;
import posthorn.domain.alert.Subject;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.schema.tables.records.AlertStatesRecord;
import posthorn.sqlite.schema.tables.records.AlertsRecord;

/** Alerts and their states as rows and back. */
final class AlertRows {
  private AlertRows() {}

  static AlertsRecord rowOf(Alert alert) {
    Subject subject = alert.key().subject();
    Alert.Resolution end = alert.resolved();
    var row = new AlertsRecord();
    row.setId(alert.id().value());
    row.setTenantId(alert.tenant().value());
    row.setRule(alert.key().rule());
    row.setScope(subject.scope().wireName());
    row.setSubject(subject.id());
    row.setSeverity(alert.severity().wireName());
    row.setThreshold(alert.threshold());
    row.setFiredValue(alert.value());
    row.setFiredAt(alert.firedAt());
    row.setResolvedAt(end == null ? null : end.at());
    row.setResolvedValue(end == null ? null : end.value());
    return row;
  }

  static Alert alertOf(AlertsRecord row) {
    return new Alert(
        new AlertId(row.getId()),
        new TenantId(row.getTenantId()),
        new AlertKey(row.getRule(), new Subject(Scope.named(row.getScope()), row.getSubject())),
        Severity.named(row.getSeverity()).orElseThrow(),
        row.getThreshold(),
        row.getFiredValue(),
        row.getFiredAt(),
        row.getResolvedAt() == null
            ? null
            : new Alert.Resolution(row.getResolvedAt(), row.getResolvedValue()));
  }

  static AlertStatesRecord rowOf(AlertKey key, AlertState state) {
    var row = new AlertStatesRecord();
    row.setRule(key.rule());
    row.setScope(key.subject().scope().wireName());
    row.setSubject(key.subject().id());
    switch (state) {
      case Quiet() -> throw new IllegalArgumentException("what is quiet has no row");
      case Pending(var since) -> {
        row.setPendingSinceAt(since);
        row.setFiredAt(null);
        row.setUnmetSinceAt(null);
      }
      case Firing(var firedAt, var unmetSince) -> {
        row.setPendingSinceAt(null);
        row.setFiredAt(firedAt);
        row.setUnmetSinceAt(unmetSince);
      }
    }
    return row;
  }

  static AlertKey keyOf(AlertStatesRecord row) {
    return new AlertKey(row.getRule(), new Subject(Scope.named(row.getScope()), row.getSubject()));
  }

  static AlertState stateOf(AlertStatesRecord row) {
    return row.getFiredAt() == null
        ? new Pending(row.getPendingSinceAt())
        : new Firing(row.getFiredAt(), row.getUnmetSinceAt());
  }
}
