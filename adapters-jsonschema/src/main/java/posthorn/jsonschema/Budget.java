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

  /** A few seconds' work at the very worst, and a hundred times what patterns ask in practice. */
  private static final long MOST_PATTERN_WORK = 500_000_000;

  /** Compiling takes much longer than looking at a character. */
  private static final long COMPILATION = 100;

  /** Patterns are not told for whom they are tried. */
  static final ScopedValue<Budget> CURRENT = ScopedValue.newInstance();

  private int steps = MOST_STEPS;
  private int depth;
  private long patternWork = MOST_PATTERN_WORK;

  /** The judgement is given up. */
  static final class ExhaustedException extends SchemaException {
    private static final long serialVersionUID = 1;

    ExhaustedException(String message) {
      super(message);
    }
  }

  /** That of the judgement that this thread is at. */
  static Budget current() {
    return CURRENT.isBound() ? CURRENT.get() : new Budget();
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

  /** A pattern of that size looks at a character. */
  void lookAtCharacter(int size) {
    spend(size);
  }

  /** A pattern of that size is compiled. */
  void compilePattern(int size) {
    spend(COMPILATION * size);
  }

  /** A text of that length is matched with a format, in at most as many steps as its cube has. */
  void matchFormat(long length) {
    spend(length * length * length / 256);
  }

  private void spend(long work) {
    patternWork -= work;
    if (patternWork < 0) {
      throw new ExhaustedException("patterns take too many steps");
    }
  }
}
