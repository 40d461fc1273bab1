package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the README's commands do what it says, with the curl of this machine. */
class ReadmeTest {
  private static final Pattern SHELL = Pattern.compile("```sh\n(KEY=.*?)```", Pattern.DOTALL);

  @TempDir Path data;

  @Test
  void its_curl_examples_register_publish_and_show() throws Exception {
    try (var receiver = new Receiver();
        var posthorn = Posthorn.start(data, Map.of())) {
      String output = run(posthorn, receiver);

      assertThat(output).contains("\"secret\":\"whsec_", "\"event_id\":\"evt_", "\"items\":[{");
      assertThat(receiver.next().body()).contains("\"user_id\": 12345");
    }
  }

  private static String run(Posthorn posthorn, Receiver receiver) throws Exception {
    Matcher shell = SHELL.matcher(Files.readString(Path.of("../README.md")));
    assertThat(shell.find()).as("a block of commands that begins with KEY=").isTrue();
    String script =
        shell
            .group(1)
            .replaceAll("KEY=[^#\n]+", "KEY=" + Posthorn.KEY + " ")
            .replace("http://127.0.0.1:8080", posthorn.address.toString())
            .replace("127.0.0.1:9000", "127.0.0.1:" + receiver.port())
            .replace("curl -s", "curl -sS --fail-with-body");
    Process bash = new ProcessBuilder("bash", "-ec", script).redirectErrorStream(true).start();
    String output = new String(bash.getInputStream().readAllBytes(), UTF_8);
    assertThat(bash.waitFor()).as("needs bash and curl: " + output).isZero();
    return output;
  }
}
