package posthorn.bootstrap.jar;

import java.util.Random;

/**
 * The seed that a test's choices are made from: a new one each time, or the one given by {@code
 * -Pseed=N}. A failure names it. It brings back the choices, not how the threads happened to run.
 */
final class Seed {
  /** A test that chooses by the given random. */
  @FunctionalInterface
  interface Choosing {
    void run(Random random) throws Exception;
  }

  private Seed() {}

  static void with(Choosing test) {
    long seed = Long.getLong("posthorn.seed", System.nanoTime());
    System.out.println("seed " + seed);
    try {
      test.run(new Random(seed));
    } catch (Exception | AssertionError e) {
      throw new AssertionError("fails with seed " + seed + "; replay with -Pseed=" + seed, e);
    }
  }
}
