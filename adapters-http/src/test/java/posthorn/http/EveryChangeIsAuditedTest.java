package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Every change that the API can make is in the audit log, with what was before or after. */
class EveryChangeIsAuditedTest {
  /** Where there is nothing to show, and why. A route that changes something is not among these. */
  private static final Map<String, String> NOTHING_TO_SHOW =
      Map.of(
          "POST /v1/webhooks/{id}/test",
          "it sends an example and leaves nothing behind",
          "POST /v1/notification-channels/{id}/test",
          "so does it");

  /** What is deleted here stays to be looked at. */
  private static final String CALLED_OFF = "DELETE /v1/dlq/batch-operations/{id}";

  @RegisterExtension final TestApi api = new TestApi();

  private final RouteCalls calls = new RouteCalls(api);

  @Test
  void whatever_shows_nothing_is_there() {
    assertThat(api.routes().stream().filter(AuditTrail::covers).map(Api.Route::toString))
        .containsAll(NOTHING_TO_SHOW.keySet());
  }

  @TestFactory
  Stream<DynamicTest> a_change_leaves_an_entry_with_what_was_before_or_after() {
    return api.routes().stream()
        .filter(AuditTrail::covers)
        .map(route -> dynamicTest(route.toString(), () -> check(route)));
  }

  private void check(Api.Route route) throws Exception {
    assertThat(api.send(calls.to(route, TestApi.KEY)).status() / 100).isEqualTo(2);

    JsonNode entry = api.get("/v1/audit?limit=1").body().at("/items/0");
    assertThat(entry.path("action").asString()).isEqualTo(route.toString());
    boolean before = !entry.path("before").isNull();
    boolean after = !entry.path("after").isNull();
    if (NOTHING_TO_SHOW.containsKey(route.toString())) {
      assertThat(before || after).isFalse();
    } else if (CALLED_OFF.equals(route.toString())) {
      assertThat(before && after).as(entry.toString()).isTrue();
    } else if (route.methodName().equals("DELETE")) {
      assertThat(before && !after).as(entry.toString()).isTrue();
    } else {
      assertThat(after).as("AuditTrail.created or changed: " + entry).isTrue();
    }
  }
}
