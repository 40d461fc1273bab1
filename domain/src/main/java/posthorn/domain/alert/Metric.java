package posthorn.domain.alert;

import java.util.Locale;

/** What is observed, of which kind of thing, and in which unit. */
public enum Metric {
  /** 1 while the circuit is open or half-open: an open one probes, and is not well for that. */
  CIRCUIT_NOT_CLOSED(Scope.WEBHOOK, Unit.FLAG, false),
  /** The dead letters that wait for somebody. */
  DEAD_LETTERS(Scope.TENANT, Unit.COUNT, false),
  /** The attempts of the window that were accepted. */
  SUCCESS_PERCENT(Scope.WEBHOOK, Unit.PERCENT, true),
  /** How far the success of the window is below the webhook's own baseline, in points. */
  SUCCESS_DROP(Scope.WEBHOOK, Unit.PERCENT, true),
  /** The deliveries of the window that were given up. */
  DEAD_DELIVERIES(Scope.WEBHOOK, Unit.COUNT, false),
  /** The attempts of the window that failed because the name was not found. */
  DNS_FAILURE_PERCENT(Scope.WEBHOOK, Unit.PERCENT, true),
  /** Hours since the first failure after the last success; 0 when the last attempt succeeded. */
  HOURS_FAILING(Scope.WEBHOOK, Unit.HOURS, false),
  /** 1 once the webhook was disabled because its receiver answered 410. */
  GONE(Scope.WEBHOOK, Unit.FLAG, false),
  /**
   * 1 while it is disabled for another reason than 410, so that its owner is told once of either.
   */
  DISABLED(Scope.WEBHOOK, Unit.FLAG, false),
  /** The workers that are busy. */
  POOL_PERCENT(Scope.POOL, Unit.PERCENT, false),
  /** The deliveries that are due and wait for a worker. */
  QUEUE_DEPTH(Scope.SERVER, Unit.COUNT, false),
  /** 1 while the disk has no room for new events. */
  STORAGE_FULL(Scope.SERVER, Unit.FLAG, false),
  /** 1 while the clock cannot be believed. */
  CLOCK_IN_DOUBT(Scope.SERVER, Unit.FLAG, false);

  /** What a threshold is counted in. */
  enum Unit {
    /** Yes or no, so there is no threshold to choose. */
    FLAG,
    COUNT,
    PERCENT,
    HOURS
  }

  private final Scope scope;
  private final Unit unit;
  private final boolean ofCalls;

  Metric(Scope scope, Unit unit, boolean ofCalls) {
    this.scope = scope;
    this.unit = unit;
    this.ofCalls = ofCalls;
  }

  public Scope scope() {
    return scope;
  }

  Unit unit() {
    return unit;
  }

  /** What a threshold is counted in, in the words of the API. */
  public String unitName() {
    return unit.name().toLowerCase(Locale.ROOT);
  }

  /** Whether it is a share of calls, which says little while there are few. */
  public boolean ofCalls() {
    return ofCalls;
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
