package posthorn.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MainTest {
  private static final int MISUSED = 2;

  @Test
  void a_benchmark_of_nothing_is_refused() {
    assertThat(Main.commandLine().execute("bench", "--events", "0")).isEqualTo(MISUSED);
  }

  @Test
  void keys_alone_is_no_command() {
    assertThat(Main.commandLine().execute("keys")).isEqualTo(MISUSED);
  }

  @Test
  void a_benchmark_takes_none_of_the_servers_settings() {
    assertThat(Main.commandLine().execute("bench", "--http-port=1")).isEqualTo(MISUSED);
  }
}
