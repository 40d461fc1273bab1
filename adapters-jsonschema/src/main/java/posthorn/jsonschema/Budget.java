package posthorn.jsonschema;

import com.networknt.schema.SchemaException;

/**
 * How much work there may still be on one judgement. Keywords may be applied to one another's
 * results without end, and a pattern may try a text in more ways than there are atoms; both are
 * counted here, not timed, so that the same data is always judged alike.
 */
final class Budget {
  /** Of 256 KiB of data every element can be looked at about ten times. */
  private static final int MOST_STEPS = 2_000_000;

  /** More than any schema needs for data that is at most 64 deep, and far from a stack's end. */
  private static final int MOST_DEPTH = 1_000;

  private static final int MOST_CHARACTERS = 20_000_000;

  /** Patterns are not told for whom they are tried. */
  static final ScopedValue<Budget> CURRENT = ScopedValue.newInstance();

  private int steps = MOST_STEPS;
  private int depth;
  private int characters = MOST_CHARACTERS;

  /** The judgement is given up. */
  static final class ExhaustedException extends SchemaException {
    private static final long serialVersionUID = 1;

    ExhaustedException(String message) {
      super(message);
    }
  }

  void enter() {
    depth++;
    steps--;
    if (steps < 0 || depth > MOST_DEPTH) {
      throw new ExhaustedException("too many steps");
    }
  }

  void leave() {
    depth--;
  }

  void lookAtCharacter() {
    characters--;
    if (characters < 0) {
      throw new ExhaustedException("a pattern takes too many steps");
    }
  }
}
