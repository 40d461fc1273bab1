package posthorn.domain.dispatch;

/** How sure it is that a webhook's receiver will answer the next request. */
public enum Trust {
  /** It answered a moment ago. */
  PROVEN,
  /** Nothing is known of it, or nothing recent. */
  UNPROVEN,
  /** Its latest request got no answer, or several are out before the first answer. */
  DOUBTFUL
}
