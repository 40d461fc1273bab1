package posthorn.domain.ordering;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Whether a lane waits for a delivery that failed and will be tried again. */
public enum OnHeadFailure {
  /** It does: the next one leaves only when every one before it is done. */
  BLOCK,
  /** It does not: one that has failed, and is not being tried right now, is overtaken. */
  SKIP;

  /**
   * How an earlier delivery stands that holds up those behind it. All earlier ones count, not just
   * the one before: it may be done while one further ahead was started anew by a person.
   */
  public Set<Standing> holding() {
    return switch (this) {
      case BLOCK -> Set.of(Standing.WAITING, Standing.FAILED, Standing.IN_FLIGHT);
      case SKIP -> Set.of(Standing.WAITING, Standing.IN_FLIGHT);
    };
  }

  /**
   * Whether a delivery may leave.
   *
   * @param ahead how those before it in its lane stand, each kind named once or more
   */
  public boolean mayLeave(Collection<Standing> ahead) {
    return Collections.disjoint(holding(), ahead);
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<OnHeadFailure> named(String text) {
    return Arrays.stream(values()).filter(value -> value.wireName().equals(text)).findFirst();
  }

  public static List<String> names() {
    return Arrays.stream(values()).map(OnHeadFailure::wireName).toList();
  }
}
