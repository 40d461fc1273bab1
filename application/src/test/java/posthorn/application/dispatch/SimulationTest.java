package posthorn.application.dispatch;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs the engine in thousands of made-up worlds. A failure names its seed; {@code -Pseed=N} runs
 * that one again and prints all its steps, {@code -Pcases=N} runs more of them.
 */
class SimulationTest {
  private static final int SEEDS = Integer.getInteger("posthorn.cases", 2_000);
  private static final int SEEDS_TO_NOTICE = 100;

  @Test
  void whatever_happens_nothing_is_lost_and_every_bound_is_kept() {
    Long only = Long.getLong("posthorn.seed");
    if (only != null) {
      replay(only);
      return;
    }
    LongStream.range(0, SEEDS)
        .parallel()
        .mapToObj(seed -> failureOf(seed, Sabotage.NONE))
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(failure -> {
          throw failure;
        });
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void a_store_that_does_wrong_is_noticed(Sabotage sabotage) {
    assertThatThrownBy(
            () -> {
              for (long seed = 0; seed < SEEDS_TO_NOTICE; seed++) {
                AssertionError failure = failureOf(seed, sabotage);
                if (failure != null) {
                  throw failure;
                }
              }
            })
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("-Pseed=");
  }

  private static void replay(long seed) {
    var simulation = new Simulation(seed, Sabotage.NONE);
    try {
      simulation.run();
    } finally {
      System.out.println(simulation.trace.whole());
    }
  }

  private static @Nullable AssertionError failureOf(long seed, Sabotage sabotage) {
    var simulation = new Simulation(seed, sabotage);
    try {
      simulation.run();
      return null;
    } catch (RuntimeException | AssertionError e) {
      return new AssertionError(
          """
          seed %d fails at step %d: %s
          %s
          replay with ./gradlew :application:test --tests '*Simulation*' -Pseed=%d\
          """
              .formatted(
                  seed, simulation.trace.steps(), e.getMessage(), simulation.trace.end(), seed),
          e);
    }
  }
}
