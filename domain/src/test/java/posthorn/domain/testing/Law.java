package posthorn.domain.testing;

import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * Checks a law on many generated cases. Each case is made from a seed; when the law fails, the seed
 * is named, and {@code ./gradlew test -Pseed=N} runs that case alone.
 */
public final class Law {
  /** Fewer where every test runs thousands of times, as in mutation testing. */
  private static final int CASES = Integer.getInteger("posthorn.cases", 300);

  private Law() {}

  /** The law throws where it does not hold; all that it makes up comes from the given random. */
  public static void holds(Consumer<Random> law) {
    seeds().forEach(seed -> check(law, seed));
  }

  private static LongStream seeds() {
    Long only = Long.getLong("posthorn.seed");
    return only == null ? LongStream.range(0, CASES) : LongStream.of(only);
  }

  private static void check(Consumer<Random> law, long seed) {
    try {
      law.accept(new Random(seed));
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("fails with seed " + seed + "; replay with -Pseed=" + seed, e);
    }
  }
}
