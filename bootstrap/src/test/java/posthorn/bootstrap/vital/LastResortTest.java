package posthorn.bootstrap.vital;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With processes of their own, which really end. */
class LastResortTest {
  @ParameterizedTest
  @CsvSource({
    "vital, 'the thread sqlite-writer, which the server cannot do without, has died'",
    "virtual, 'an error leaves the server half dead'"
  })
  void a_process_whose_heap_is_exhausted_ends_with_a_last_line_and_its_exit_code(
      String where, String why) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-cp",
                System.getProperty("java.class.path"),
                DyingProcess.class.getName(),
                where)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      String err = new String(process.getErrorStream().readAllBytes(), UTF_8);

      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(LastResort.EXIT_CODE);
      assertThat(err.lines().toList().getLast()).startsWith("posthorn: FATAL: " + why);
    } finally {
      process.destroyForcibly();
    }
  }
}
