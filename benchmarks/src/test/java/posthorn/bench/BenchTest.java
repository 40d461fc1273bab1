package posthorn.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchTest {
  @TempDir Path folder;

  @Test
  void run_from_elsewhere_than_the_jar_it_says_so_and_leaves_nothing() {
    var errors = new ByteArrayOutputStream();
    var err = new PrintStream(errors, true, UTF_8);
    var places = new Bench.Places(folder, false, null);

    int exitCode = new Bench(Plan.quick(), places, InstantSource.system(), err, err).run();

    assertThat(exitCode).isEqualTo(1);
    assertThat(errors.toString(UTF_8)).contains("java -jar").contains("posthorn.jar bench");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void a_plan_without_events_or_with_a_negative_backlog_is_refused() {
    assertThatThrownBy(() -> plan(0, 10)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> plan(1, -1)).isInstanceOf(IllegalArgumentException.class);
  }

  private static Plan plan(int events, int backlog) {
    return new Plan(
        events, 1, 1, 1, List.of(backlog), 1, Duration.ZERO, Duration.ZERO, Duration.ZERO);
  }
}
