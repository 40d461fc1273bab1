package posthorn.domain.guiltyone;

import posthorn.domain.guiltytwo.Two;

/** Breaks, with its other half, the rule that features have no cycles. */
public final class One {
  Two other() {
    return new Two();
  }
}
