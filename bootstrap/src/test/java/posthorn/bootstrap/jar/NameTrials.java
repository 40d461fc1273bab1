package posthorn.bootstrap.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Tries what tenants may take of the lookups of names. */
final class NameTrials implements LimitTrials {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String OTHER_TENANT = "acme";

  private static final String SIX_NAMES =
      "127.0.0.1 a0.example a1.example a2.example a3.example a4.example b.example";

  @Override
  public Map<String, Trial> trials() {
    return Map.of(
        "lookups", NameTrials::namesThatNobodyAnswersForStopOnlyTheirTenant,
        "lookups-of-tests", NameTrials::registrationsDoNotStopDeliveries,
        "known-names", NameTrials::ofManyNamesThoseOfTheirTenantAreForgotten);
  }

  private static Posthorn start(Hosts hosts) throws Exception {
    Posthorn posthorn =
        Posthorn.start(Files.createTempDirectory("posthorn-limits"), hosts.settings());
    posthorn.post("/v1/tenants", "{\"id\":\"" + OTHER_TENANT + "\",\"name\":\"Acme\"}");
    return posthorn;
  }

  private static void namesThatNobodyAnswersForStopOnlyTheirTenant() throws Exception {
    try (var hosts = new Hosts(SIX_NAMES);
        var posthorn = start(hosts);
        var one = new Receiver();
        var other = new Receiver()) {
      for (int i = 0; i < 5; i++) {
        register(posthorn, "default", "a" + i + ".example", one);
      }
      register(posthorn, OTHER_TENANT, "b.example", other);

      hosts.hang();
      posthorn.publish("{}");
      await().atMost(SOON).until(() -> posthorn.threadsIn("names-", "Names.lookUp") == 4);
      hosts.answer();
      publishForOther(posthorn);
      other.next();

      assertThat(one.isQuiet()).isTrue();
      assertThat(posthorn.threadsIn("names-", "Names.lookUp")).isEqualTo(4);
      hosts.letGo();
      one.next();
    }
  }

  private static void registrationsDoNotStopDeliveries() throws Exception {
    try (var hosts = new Hosts("127.0.0.1 c0.example c1.example c2.example d.example");
        var posthorn = start(hosts);
        var receiver = new Receiver();
        var unheard = new Receiver();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      register(posthorn, "default", "d.example", receiver);
      hosts.hang();
      var under = new ArrayList<Future<HttpResponse<String>>>();
      for (int i = 0; i < 3; i++) {
        String name = "c" + i + ".example";
        under.add(threads.submit(() -> register(posthorn, "default", name, unheard)));
      }
      // A name that cannot be looked up may be registered; it is judged when something is sent.
      for (Future<HttpResponse<String>> each : under) {
        assertThat(each.get().statusCode()).isEqualTo(201);
      }
      assertThat(posthorn.threadsIn("test-names-", "Names.lookUp")).isEqualTo(2);

      hosts.answer();
      posthorn.publish("{}");
      receiver.next();
      assertThat(posthorn.threadsIn("test-names-", "Names.lookUp")).isEqualTo(2);
      hosts.letGo();
    }
  }

  private static void ofManyNamesThoseOfTheirTenantAreForgotten() throws Exception {
    try (var hosts = new Hosts("10.0.0.1 a.example b.example");
        var posthorn = start(hosts);
        var threads = Executors.newFixedThreadPool(8)) {
      assertThat(refusal(posthorn, "default", "a.example")).contains("\"url\"");
      assertThat(refusal(posthorn, OTHER_TENANT, "b.example")).contains("\"url\"");
      hosts.become("127.0.0.1 a.example b.example");

      var all = new ArrayList<Future<String>>();
      for (int i = 0; i < 10_000; i++) {
        String address = "127.1." + i / 250 + "." + i % 250;
        all.add(threads.submit(() -> refusal(posthorn, "default", address)));
      }
      for (Future<String> each : all) {
        assertThat(each.get()).doesNotContain("\"url\"");
      }

      assertThat(refusal(posthorn, "default", "a.example")).doesNotContain("\"url\"");
      assertThat(refusal(posthorn, OTHER_TENANT, "b.example")).contains("\"url\"");
    }
  }

  private static HttpResponse<String> register(
      Posthorn posthorn, String tenant, String host, Receiver receiver)
      throws IOException, InterruptedException {
    return posthorn.post(
        "/v1/webhooks",
        "{\"tenant_id\":\"%s\",\"url\":\"http://%s:%d/\",\"events\":[\"*\"]}"
            .formatted(tenant, host, receiver.port()));
  }

  private static void publishForOther(Posthorn posthorn) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        posthorn.post(
            "/v1/events",
            "{\"tenant_id\":\"%s\",\"event_type\":\"user.created\",\"data\":{}}"
                .formatted(OTHER_TENANT));
    assertThat(answer.statusCode()).isEqualTo(202);
  }

  /**
   * What is wrong with a webhook that nobody would register; its name is looked up all the same.
   */
  private static String refusal(Posthorn posthorn, String tenant, String host)
      throws IOException, InterruptedException {
    HttpResponse<String> answer =
        posthorn.post(
            "/v1/webhooks",
            "{\"tenant_id\":\"%s\",\"url\":\"http://%s:8100/\",\"events\":[]}"
                .formatted(tenant, host));
    assertThat(answer.statusCode()).isEqualTo(422);
    return answer.body();
  }
}
