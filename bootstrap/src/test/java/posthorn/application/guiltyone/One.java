package posthorn.application.guiltyone;

import posthorn.application.guiltytwo.Two;

/** Breaks, with its other half, the rule that features have no cycles. */
public final class One {
  Two other() {
    return new Two();
  }
}
