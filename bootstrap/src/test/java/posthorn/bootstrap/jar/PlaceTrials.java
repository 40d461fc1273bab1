package posthorn.bootstrap.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Tries who may take how many of the places that requests need. */
final class PlaceTrials implements LimitTrials {
  private static final Duration SOON = Duration.ofSeconds(60);

  /** Nothing kept, and all of it for one tenant, so that only the bound that is tried counts. */
  private static final Map<String, String> UNDIVIDED =
      Map.of("POSTHORN_DISPATCH_KEPT_FOR_ANSWERING", "0", "POSTHORN_DISPATCH_TENANT_SHARE", "100");

  @Override
  public Map<String, Trial> trials() {
    return Map.of(
        "places-of-a-pool", PlaceTrials::aPoolHasNoMorePlaces,
        "places-of-a-tenant", PlaceTrials::oneTenantLeavesRoomForAnother,
        "places-kept", PlaceTrials::aHangingWebhookLeavesRoomForOneThatAnswers,
        "places-of-a-webhook", PlaceTrials::aWebhookAsksForNoMoreThanTheOperatorAllows,
        "places-of-a-host", PlaceTrials::aFullHostLeavesRoomForAnother,
        "connections", PlaceTrials::thereIsAConnectionForEveryPlace,
        "held-bytes", PlaceTrials::noMoreEventsAreHeldThanTheHeapHasRoomFor);
  }

  private static void aPoolHasNoMorePlaces() throws Exception {
    try (var full = new Receiver();
        var posthorn = start(UNDIVIDED, "POSTHORN_DISPATCH_MAX_IN_FLIGHT", "4")) {
      full.hold();
      webhook(posthorn, full, "default", "a", 5);
      publish(posthorn, "default", "a", 6);
      await().atMost(SOON).until(() -> full.unanswered() == 4);
      full.letGo();
      receive(full, 6);
    }
  }

  private static void oneTenantLeavesRoomForAnother() throws Exception {
    try (var full = new Receiver();
        var free = new Receiver();
        var posthorn =
            start(
                Map.of("POSTHORN_DISPATCH_KEPT_FOR_ANSWERING", "0"),
                "POSTHORN_DISPATCH_MAX_IN_FLIGHT",
                "6")) {
      assertThat(posthorn.post("/v1/tenants", "{\"id\":\"other\",\"name\":\"Other\"}").statusCode())
          .isEqualTo(201);
      full.hold();
      webhook(posthorn, full, "default", "a", 10);
      webhook(posthorn, free, "other", "a", 10);
      publish(posthorn, "default", "a", 10);
      await().atMost(SOON).until(() -> full.unanswered() == 3);

      publish(posthorn, "other", "a", 5);
      receive(free, 5);
      assertThat(full.unanswered()).isEqualTo(3);
    }
  }

  private static void aHangingWebhookLeavesRoomForOneThatAnswers() throws Exception {
    try (var hanging = new Receiver();
        var answering = new Receiver();
        var posthorn =
            start(
                Map.of(
                    "POSTHORN_DISPATCH_KEPT_FOR_ANSWERING",
                    "50",
                    "POSTHORN_DISPATCH_TENANT_SHARE",
                    "100"),
                "POSTHORN_DISPATCH_MAX_IN_FLIGHT",
                "10")) {
      hanging.hold();
      webhook(posthorn, hanging, "default", "hanging", 20);
      webhook(posthorn, answering, "default", "answering", 20);
      publish(posthorn, "default", "hanging", 20);
      // Half of them, and one to prove itself.
      await().atMost(SOON).until(() -> hanging.unanswered() == 6);

      publish(posthorn, "default", "answering", 5);
      receive(answering, 5);
      assertThat(hanging.unanswered()).isEqualTo(6);
    }
  }

  private static void aWebhookAsksForNoMoreThanTheOperatorAllows() throws Exception {
    try (var receiver = new Receiver();
        var posthorn = start(UNDIVIDED, "POSTHORN_DISPATCH_MAX_IN_FLIGHT_LIMIT", "7")) {
      HttpResponse<String> refused = create(posthorn, receiver, "default", "a", 8);
      assertThat(refused.statusCode()).isEqualTo(422);
      assertThat(refused.body()).contains("max_in_flight", "between 1 and 7");
      webhook(posthorn, receiver, "default", "a", 7);
    }
  }

  private static void aFullHostLeavesRoomForAnother() throws Exception {
    try (var full = new Receiver();
        var free = new Receiver();
        var posthorn = start(UNDIVIDED, "POSTHORN_OUTBOUND_MAX_CONNECTIONS_PER_HOST", "2")) {
      full.hold();
      webhook(posthorn, full, "default", "a", 5);
      webhook(posthorn, full, "default", "b", 5);
      webhook(posthorn, free, "default", "c", 5);
      publish(posthorn, "default", "a", 3);
      publish(posthorn, "default", "b", 3);
      await().atMost(SOON).until(() -> full.unanswered() == 2);

      publish(posthorn, "default", "c", 5);
      receive(free, 5);
      assertThat(full.unanswered()).isEqualTo(2);
      full.letGo();
      receive(full, 6);
    }
  }

  private static void thereIsAConnectionForEveryPlace() throws Exception {
    try (var receiver = new Receiver();
        var posthorn =
            start(
                Map.of(
                    "POSTHORN_DISPATCH_KEPT_FOR_ANSWERING", "0",
                    "POSTHORN_DISPATCH_TENANT_SHARE", "100",
                    "POSTHORN_DISPATCH_POOLS", "other=30"),
                "POSTHORN_DISPATCH_MAX_IN_FLIGHT",
                "40")) {
      assertThat(posthorn.post("/v1/tenants", "{\"id\":\"other\",\"name\":\"Other\"}").statusCode())
          .isEqualTo(201);
      receiver.hold();
      webhook(posthorn, receiver, "default", "a", 50);
      webhook(posthorn, receiver, "other", "a", 50);
      publish(posthorn, "default", "a", 45);
      publish(posthorn, "other", "a", 35);
      await().atMost(SOON).until(() -> receiver.unanswered() == 70);
    }
  }

  /** Of 160 MiB of heap a sixteenth has room for ten events of a mebibyte. */
  private static void noMoreEventsAreHeldThanTheHeapHasRoomFor() throws Exception {
    var settings = new HashMap<>(UNDIVIDED);
    settings.put("JAVA_TOOL_OPTIONS", "-Xmx160m -XX:+UseG1GC -XX:+ExitOnOutOfMemoryError");
    try (var receiver = new Receiver();
        var posthorn = start(settings, "POSTHORN_PUBLISH_MAX_DATA", "1MiB")) {
      receiver.hold();
      webhook(posthorn, receiver, "default", "a", 50);
      String data = "\"" + "x".repeat((1 << 20) - 2) + "\"";
      String event = "{\"event_type\":\"test.a\",\"data\":%s}".formatted(data);
      for (int i = 0; i < 15; i++) {
        assertThat(posthorn.post("/v1/events", event).statusCode()).isEqualTo(202);
      }
      await().atMost(SOON).until(() -> receiver.unanswered() == 10);
      receiver.letGo();
      receive(receiver, 15);
    }
  }

  private static Posthorn start(Map<String, String> settings, String name, String value)
      throws Exception {
    var all = new HashMap<>(settings);
    all.put(name, value);
    return Posthorn.start(Files.createTempDirectory("posthorn-limits"), all);
  }

  private static void webhook(
      Posthorn posthorn, Receiver receiver, String tenant, String type, int maxInFlight)
      throws Exception {
    assertThat(create(posthorn, receiver, tenant, type, maxInFlight).statusCode()).isEqualTo(201);
  }

  private static HttpResponse<String> create(
      Posthorn posthorn, Receiver receiver, String tenant, String type, int maxInFlight)
      throws Exception {
    return posthorn.post(
        "/v1/webhooks",
        """
        {"url":"http://127.0.0.1:%d/hook","events":["test.%s"],"tenant_id":"%s",
         "max_in_flight":%d}
        """
            .formatted(receiver.port(), type, tenant, maxInFlight));
  }

  private static void publish(Posthorn posthorn, String tenant, String type, int count)
      throws Exception {
    for (int i = 0; i < count; i++) {
      HttpResponse<String> answer =
          posthorn.post(
              "/v1/events",
              "{\"event_type\":\"test.%s\",\"data\":{},\"tenant_id\":\"%s\"}"
                  .formatted(type, tenant));
      assertThat(answer.statusCode()).isEqualTo(202);
    }
  }

  private static void receive(Receiver receiver, int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      assertThat(receiver.next()).isNotNull();
    }
  }
}
