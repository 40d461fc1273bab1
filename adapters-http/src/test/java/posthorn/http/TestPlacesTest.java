package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.testing.ScriptedSender;
import posthorn.domain.tenant.TenantId;
import posthorn.http.TestApi.Answer;

class TestPlacesTest {
  private static final String CHANNEL =
      "{\"type\": \"webhook\", \"url\": \"https://hooks.example/alerts\", \"tenant_id\":"
          + " \"default\"}";

  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void a_tenant_has_four_tests_at_once_of_whatever_kind_and_others_have_theirs() throws Exception {
    String webhook = pathOf(api.post("/v1/webhooks", TestApi.WEBHOOK));
    String channel = pathOf(api.post("/v1/notification-channels", CHANNEL));
    String verified = TestApi.WEBHOOK.replaceFirst("\\{", "{\"verify_url\": true,");
    var sending = new CountDownLatch(TestPlaces.MOST_OF_TENANT);
    var gate = new CountDownLatch(1);
    api.engine.sender.everyReceiver(request -> {
      sending.countDown();
      await(gate);
      return ScriptedSender.echo(request);
    });
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var under = new ArrayList<Future<Answer>>();
      under.add(start(threads, () -> api.post(webhook + "/test", "")));
      under.add(start(threads, () -> api.post(channel + "/test?tenant_id=default", "")));
      under.add(start(threads, () -> api.post("/v1/webhooks", verified)));
      under.add(start(threads, () -> api.patch(webhook, "{\"verify_url\": true}")));
      await(sending);

      assertTooMany(api.post(webhook + "/test", ""));
      assertTooMany(api.post(channel + "/test?tenant_id=default", ""));
      assertTooMany(api.post("/v1/webhooks", verified));
      assertTooMany(api.patch(webhook, "{\"verify_url\": true}"));
      // Without a question to the receiver nothing is sent, and nothing is refused.
      assertThat(api.post("/v1/webhooks", TestApi.WEBHOOK).status()).isEqualTo(201);

      gate.countDown();
      for (Future<Answer> each : under) {
        assertThat(each.get(30, TimeUnit.SECONDS).status()).isLessThan(300);
      }
    }
    assertThat(api.post(webhook + "/test", "").status()).isEqualTo(200);
  }

  @Test
  void all_tenants_together_have_thirty_two() {
    var places = new TestPlaces();
    var taken = new ArrayList<TestPlaces.Place>();
    for (int i = 0; i < TestPlaces.MOST; i++) {
      taken.add(places.take(new TenantId("t" + i / TestPlaces.MOST_OF_TENANT)));
    }
    assertThatThrownBy(() -> places.take(new TenantId("another")))
        .isInstanceOfSatisfying(
            ProblemException.class,
            refused -> assertThat(refused.problem().code()).isEqualTo("too_many_tests"));
    taken.removeLast().close();
    places.take(new TenantId("another")).close();
  }

  private static void assertTooMany(Answer answer) {
    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.code()).isEqualTo("too_many_tests");
    HttpResponse<String> response = answer.response();
    assertThat(response.headers().firstValue("Retry-After")).hasValue("5");
  }

  private static String pathOf(Answer answer) {
    return answer.response().headers().firstValue("Location").orElseThrow();
  }

  private static Future<Answer> start(ExecutorService threads, Callable<Answer> call) {
    return threads.submit(call);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
