package posthorn.bootstrap;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

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

  @Test
  void a_key_may_expire_on_a_plain_date() {
    ParseResult create =
        Main.commandLine()
            .parseArgs("keys", "create", "--expires=2027-01-31")
            .subcommand()
            .subcommand();

    assertThat(new KeyOptions(create).wanted(Instant.parse("2026-11-19T00:00:00Z")).expiresAt())
        .isEqualTo("2027-01-31T00:00:00Z");
  }

  @Test
  void help_names_only_what_its_command_takes_and_breaks_nothing() {
    assertThat(helpOf("serve"))
        .contains("POSTHORN_HTTP_PORT", "25MiB", "Default: 1MiB")
        .doesNotContain("26214400", "\n\n\n")
        .containsPattern("--outbound-allowed-networks[^-]*10\\.0\\.0\\.0/8");
    assertThat(helpOf("keys", "list")).contains("POSTHORN_DATA_DIR").doesNotContain("http.port");
    assertThat(helpOf("demo")).doesNotContain("--operator-key", "--data-dir");
  }

  private static String helpOf(String... command) {
    CommandLine line = Main.commandLine();
    for (String name : command) {
      line = requireNonNull(line.getSubcommands().get(name));
    }
    return line.getUsageMessage();
  }

  @Test
  void an_address_on_any_port_is_told_without_one() {
    assertThat(new ListenAddress("203.0.113.5", 0)).hasToString("203.0.113.5");
    assertThat(new ListenAddress("::1", 8080)).hasToString("[::1]:8080");
  }

  @Test
  void a_folder_of_another_user_is_told_with_that_user() throws Exception {
    Path folder = Path.of("/");

    assertThat(FolderOwner.wayOut(folder))
        .isEqualTo(
            "run it as the user that the server runs as ("
                + Files.getOwner(folder).getName()
                + ")");
    assertThat(FolderOwner.wayOut(Path.of("/no/such/folder")))
        .isEqualTo("run it as the user that the server runs as");
  }
}
