package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The keys commands on the database of a server that has stopped, and of one that runs. */
class KeysJarTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String UNKNOWN = "key_00000000000000000000000000";

  @TempDir Path data;

  @Test
  void an_operator_who_lost_the_key_makes_another_for_a_stopped_server() throws Exception {
    try (var _ = Posthorn.start(data, Map.of())) {
      // Its first start makes the database.
    }

    Ran made = keys(0, "create", "--name=found again", "--expires=90d");
    String key = made.out().strip();

    assertThat(key).startsWith("ph_").hasSize(46);
    assertThat(made.err()).contains("posthorn made the operator key key_", "shown only once");
    try (var posthorn = Posthorn.start(data, Map.of())) {
      assertThat(posthorn.get("/v1/tenants", key).path("items").isArray()).isTrue();
      JsonNode entry = posthorn.get("/v1/audit").path("items").path(0);
      assertThat(entry.path("action").asString()).isEqualTo("POST /v1/api-keys");
      assertThat(entry.path("remote_address").asString()).isEqualTo("command line");
      assertThat(entry.path("key_id").isNull()).isTrue();
      assertThat(entry.at("/after/name").asString()).isEqualTo("found again");
    }
  }

  @Test
  void beside_a_running_server_a_key_opens_at_once_and_opens_nothing_once_revoked()
      throws Exception {
    try (var posthorn = Posthorn.start(data, Map.of())) {
      String key = keys(0, "create", "--role=viewer", "--name=ünï \"x\"").out().strip();

      assertThat(posthorn.get("/v1/webhooks", key).path("items").isArray()).isTrue();
      JsonNode listed =
          listed("--json").stream().filter(it -> isViewer(it)).findFirst().orElseThrow();
      assertThat(listed.path("name").asString()).isEqualTo("ünï \"x\"");
      assertThat(listed.path("expires_at").isNull()).isTrue();
      String id = listed.path("id").asString();
      assertThat(keys(0, "list").out())
          .contains("ID  ", id + "  viewer    default  ")
          .doesNotContain(key);

      assertThat(keys(0, "revoke", id).out()).contains("posthorn revoked the viewer key " + id);

      assertThat(posthorn.get("/v1/webhooks", key).path("code").asString())
          .isEqualTo("unauthorized");
      assertThat(keys(1, "revoke", id).err()).isEqualTo("posthorn: there is no key " + id + "\n");
      JsonNode audit = posthorn.get("/v1/audit?object_id=" + id).path("items");
      assertThat(audit.size()).isEqualTo(2);
      assertThat(audit.path(0).path("action").asString()).isEqualTo("DELETE /v1/api-keys/{id}");
      // Neither the key nor its hash is left behind.
      try (Stream<Path> left = Files.list(data.resolve("key-requests"))) {
        assertThat(left).isEmpty();
      }
    }
  }

  @Test
  void what_the_api_would_refuse_is_refused_running_and_stopped() throws Exception {
    try (var posthorn = Posthorn.start(data, Map.of())) {
      refusals();
      posthorn.terminate();
      assertThat(posthorn.exitCode()).isZero();
    }
    refusals();
  }

  private void refusals() throws Exception {
    String last = listed("--json").getFirst().path("id").asString();
    assertThat(keys(1, "revoke", last).err())
        .contains(last + " is the last operator key", "posthorn keys create");
    assertThat(keys(1, "revoke", UNKNOWN).err()).contains("there is no key");
    Ran made = keys(1, "create", "--tenant=nowhere");
    assertThat(made.err()).isEqualTo("posthorn: there is no tenant nowhere\n");
    assertThat(made.out()).isEmpty();
    assertThat(keys(1, "list", "--tenant=nowhere").err())
        .isEqualTo("posthorn: there is no tenant nowhere\n");
    assertThat(keys(2, "create", "--role=king", "--expires=never").err())
        .contains("--role must be one of operator", "--expires must be a duration");
  }

  @Test
  void without_a_database_none_is_made() throws Exception {
    assertThat(keys(1, "create").err()).contains("there is no database");
    assertThat(data).isEmptyDirectory();
  }

  private static boolean isViewer(JsonNode key) {
    return key.path("role").asString().equals("viewer");
  }

  private List<JsonNode> listed(String option) throws Exception {
    return JSON.readTree(keys(0, "list", option).out()).valueStream().toList();
  }

  private record Ran(String out, String err) {}

  private Ran keys(int exitCode, String... arguments) throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of("keys"));
    all.addAll(List.of(arguments));
    ProcessBuilder builder = Posthorn.process(data, Map.of(), all.toArray(String[]::new));
    // Arguments and output are of the same character set everywhere.
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(out + err).isEqualTo(exitCode);
    return new Ran(out, err);
  }
}
