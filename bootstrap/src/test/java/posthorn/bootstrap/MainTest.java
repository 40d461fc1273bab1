package posthorn.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          serv                              | there is no command 'serv'; did you mean serve?
          keys lst                          | there is no command 'lst'; did you mean list?
          help                              | there is no command 'help'; did you mean --help?
          serve extra                       | 'extra' is not expected here
          keys revoke key_1 key_2           | 'key_2' is not expected here
          serve --http-port                 | --http-port needs a value
          serve --http-port --lease=60s     | --http-port needs a value
          bench --events                    | --events needs a value
          --http-port=1 --http-port=2       | --http-port is given twice
          keys revoke                       | say which key: posthorn keys revoke ID
          keys                              | say what to do: create, list, revoke or reencrypt
          -x                                | there is no option -x
          serve --htpp-port=1               | there is no option --htpp-port; did you mean --http-port?
          bench --events=many               | --events must be a number, not 'many'
          doctor --free=yes                 | --free takes no value
          """)
  void a_mistyped_command_line_is_told_in_plain_words(String arguments, String said) {
    var err = new StringWriter();
    CommandLine commandLine = Main.commandLine().setErr(new PrintWriter(err, true));

    assertThat(commandLine.execute(arguments.split(" "))).isEqualTo(MISUSED);

    assertThat(err.toString().lines().findFirst()).contains("posthorn: " + said);
  }
}
