package posthorn.domain.filter;

/** Which side of a bound a value has to be on. */
public enum Comparison {
  GT,
  GTE,
  LT,
  LTE;

  /** Takes a comparator's answer: the value against the bound. */
  boolean accepts(int order) {
    return switch (this) {
      case GT -> order > 0;
      case GTE -> order >= 0;
      case LT -> order < 0;
      case LTE -> order <= 0;
    };
  }
}
