package posthorn.domain.guiltytwo;

import posthorn.domain.guiltyone.One;

/** Breaks, with its other half, the rule that features have no cycles. */
public final class Two {
  One other() {
    return new One();
  }
}
