package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.http.HttpServer.Duplicates;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

class DuplicatesTest {
  private static final int THREADS = 32;
  private static final String EVENT =
      "{\"event_type\": \"user.created\", \"data\": 1, \"idempotency_key\": \"k\"}";

  @RegisterExtension final TestApi rejecting = new TestApi();
  @RegisterExtension final TestApi returning = new TestApi(Duplicates.RETURN);

  @Test
  void a_duplicate_is_answered_with_the_first_event_where_that_is_set() throws Exception {
    returning.post("/v1/webhooks", TestApi.WEBHOOK);
    Answer first = returning.post("/v1/events", EVENT);
    assertThat(first.status()).isEqualTo(202);
    assertThat(first.body().path("deliveries").asInt()).isEqualTo(1);

    Answer second = returning.post("/v1/events", EVENT);

    assertThat(second.status()).isEqualTo(200);
    assertThat(second.body().propertyNames()).containsExactlyInAnyOrder("event_id", "deliveries");
    assertThat(second.body().path("event_id")).isEqualTo(first.body().path("event_id"));
    assertThat(second.body().path("deliveries").asInt()).isZero();
    returning.onlyDelivery();
  }

  @Test
  void the_same_holds_in_a_batch() throws Exception {
    String batch = "{\"events\": [" + EVENT + ", " + EVENT + "]}";

    JsonNode returned = returning.post("/v1/events/batch", batch).body().path("results");
    assertThat(returned.get(1).path("event_id")).isEqualTo(returned.get(0).path("event_id"));
    assertThat(returned.get(1).has("error")).isFalse();

    JsonNode rejected = rejecting.post("/v1/events/batch", batch).body().path("results");
    JsonNode error = rejected.get(1).path("error");
    assertThat(error.path("code").asString()).isEqualTo("duplicate_event");
    assertThat(error.path("event_id")).isEqualTo(rejected.get(0).path("event_id"));
  }

  @Test
  void of_many_at_once_one_is_accepted_and_all_others_name_it() throws Exception {
    List<Answer> answers = publishAtOnce(rejecting);

    assertThat(answers).filteredOn(answer -> answer.status() == 202).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.status() == 409).hasSize(THREADS - 1);
    assertThat(answers)
        .extracting(answer -> answer.body().path("event_id").asString())
        .containsOnly(acceptedIn(answers));
  }

  @Test
  void of_many_at_once_one_is_accepted_and_all_others_return_it() throws Exception {
    List<Answer> answers = publishAtOnce(returning);

    assertThat(answers).filteredOn(answer -> answer.status() == 202).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(THREADS - 1);
    assertThat(answers)
        .extracting(answer -> answer.body().path("event_id").asString())
        .containsOnly(acceptedIn(answers));
  }

  private static String acceptedIn(List<Answer> answers) {
    return answers.stream()
        .filter(answer -> answer.status() == 202)
        .map(answer -> answer.body().path("event_id").asString())
        .findFirst()
        .orElseThrow();
  }

  private static List<Answer> publishAtOnce(TestApi api) throws Exception {
    var ready = new CountDownLatch(THREADS);
    Callable<Answer> publish =
        () -> {
          ready.countDown();
          ready.await();
          return api.post("/v1/events", EVENT);
        };
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      return threads.invokeAll(Collections.nCopies(THREADS, publish)).stream()
          .map(future -> future.resultNow())
          .toList();
    }
  }
}
