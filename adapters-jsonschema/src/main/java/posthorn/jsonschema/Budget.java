package posthorn.jsonschema;

import com.networknt.schema.SchemaException;
import java.util.function.BooleanSupplier;
import posthorn.application.port.Schemas.Effort;

/**
 * How much work there may still be on one judgement. Keywords may be applied to one another's
 * results without end, and a pattern may be large and its text long; both are counted here. The
 * time is looked at too, now and then.
 */
final class Budget {
  /** Of judging a schema by its draft's own. */
  private static final int MOST_STEPS = 2_000_000;

  private static final long MOST_PATTERN_WORK = 500_000_000;

  /** More than any schema needs for data that is at most 64 deep, and far from a stack's end. */
  private static final int MOST_DEPTH = 1_000;

  /** Compiling takes much longer than looking at a character. */
  private static final long COMPILATION = 100;

  /** Patterns are not told for whom they are tried. */
  static final ScopedValue<Budget> CURRENT = ScopedValue.newInstance();

  /** How much is done between two looks at the clock: some microseconds. */
  private static final int STEPS_UNWATCHED = 100;

  private static final long PATTERN_WORK_UNWATCHED = 10_000;

  private final BooleanSupplier over;
  private int steps;
  private int depth;
  private long patternWork;
  private long unwatched;

  /** What the effort allows. */
  Budget(Effort effort) {
    steps = effort.steps();
    patternWork = effort.patternSteps();
    over = effort.over();
  }

  /** That of a schema, which has no deadline: its text is short. */
  static Budget ofSchema() {
    return new Budget(new Effort(MOST_STEPS, MOST_PATTERN_WORK, () -> false));
  }

  /** The judgement is given up. */
  static final class ExhaustedException extends SchemaException {
    private static final long serialVersionUID = 1;

    ExhaustedException(String message) {
      super(message);
    }
  }

  /** That of the judgement that this thread is at. */
  static Budget current() {
    return CURRENT.isBound() ? CURRENT.get() : ofSchema();
  }

  void enter() {
    depth++;
    steps--;
    if (steps < 0 || depth > MOST_DEPTH) {
      throw new ExhaustedException("too many steps");
    }
    watch(PATTERN_WORK_UNWATCHED / STEPS_UNWATCHED);
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
    watch(work);
  }

  private void watch(long work) {
    unwatched += work;
    if (unwatched >= PATTERN_WORK_UNWATCHED) {
      unwatched = 0;
      if (over.getAsBoolean()) {
        throw new ExhaustedException("the time is over");
      }
    }
  }
}
