package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static posthorn.http.OperatorEventSamples.AT;
import static posthorn.http.OperatorEventSamples.OTHER_WEBHOOK;
import static posthorn.http.OperatorEventSamples.WEBHOOK;
import static posthorn.http.OperatorEventSamples.delivered;
import static posthorn.http.OperatorEventSamples.opened;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.OperatorEvent;
import posthorn.domain.access.Role;
import posthorn.domain.circuit.CircuitEvent;
import posthorn.domain.retry.ReceiverWish;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.http.StreamClient.Message;
import posthorn.http.TestApi.Answer;

class StreamRoutesTest {
  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void events_come_with_an_id_a_type_and_their_data_uncompressed() throws Exception {
    try (StreamClient client = stream("")) {
      api.feed.announce(OperatorEventSamples.died(null));

      Message message = client.next();
      assertThat(message.id()).isEqualTo("testrun-1");
      assertThat(message.type()).isEqualTo("WebhookDLQEvent");
      assertThat(message.json()).isEqualTo(OperatorEventView.of(OperatorEventSamples.died(null)));
      var headers = client.response.headers();
      assertThat(headers.firstValue("Content-Type")).contains("text/event-stream");
      assertThat(headers.firstValue("Content-Encoding")).isEmpty();
      assertThat(headers.firstValue("Cache-Control")).contains("no-store");
    }
  }

  @Test
  void several_clients_each_get_everything() throws Exception {
    try (StreamClient one = stream("");
        StreamClient other = stream("")) {
      OperatorEventSamples.all().forEach(api.feed::announce);

      for (OperatorEvent event : OperatorEventSamples.all()) {
        assertThat(one.next().type()).isEqualTo(event.type());
        assertThat(other.next().type()).isEqualTo(event.type());
      }
    }
  }

  @Test
  void while_nothing_happens_a_comment_shows_that_all_is_well() throws Exception {
    try (StreamClient client = stream("")) {
      client.assertHeartbeat();
      client.assertHeartbeat();
    }
  }

  @Test
  void a_client_goes_on_after_the_last_event_that_it_saw() throws Exception {
    announce(1, 4);

    try (StreamClient client = stream("", "testrun-2")) {
      assertThat(client.next().id()).isEqualTo("testrun-3");
    }
    try (StreamClient client = stream("?last_event_id=testrun-1")) {
      assertThat(client.next().id()).isEqualTo("testrun-2");
    }
  }

  @Test
  void who_missed_events_is_told_before_what_is_still_there() throws Exception {
    announce(1, 3);

    for (String last : List.of("earlier-77", "nonsense")) {
      try (StreamClient client = stream("", last)) {
        Message gap = client.next();
        assertThat(gap.type()).isEqualTo("stream.gap");
        assertThat(gap.json().path("type").asString()).isEqualTo("stream.gap");
        assertThat(gap.json().path("last_event_id").asString()).isEqualTo(last);
        assertThat(client.next().id()).isEqualTo("testrun-1");
        assertThat(client.next().id()).isEqualTo("testrun-2");
      }
    }
  }

  @Test
  void events_are_filtered_by_webhook_and_type() throws Exception {
    try (StreamClient ofWebhook = stream("?webhook_id=" + OTHER_WEBHOOK);
        StreamClient circuits = stream("?type=circuit.*");
        StreamClient listed =
            stream("?type=webhook.disabled,circuit.opened&type=WebhookDLQEvent")) {
      api.feed.announce(delivered(TenantId.DEFAULT, WEBHOOK, 1));
      api.feed.announce(delivered(TenantId.DEFAULT, OTHER_WEBHOOK, 2));
      api.feed.announce(opened(TenantId.DEFAULT));
      api.feed.announce(OperatorEventSamples.died(null));
      api.feed.announce(
          new OperatorEvent.WebhookDisabled(TenantId.DEFAULT, WEBHOOK, ReceiverWish.GONE, AT));
      api.feed.announce(delivered(TenantId.DEFAULT, OTHER_WEBHOOK, 3));

      assertThat(ofWebhook.next().json().path("attempt_number").asInt()).isEqualTo(2);
      assertThat(ofWebhook.next().json().path("attempt_number").asInt()).isEqualTo(3);
      assertThat(circuits.next().type()).isEqualTo("circuit.opened");
      assertThat(List.of(listed.next().type(), listed.next().type(), listed.next().type()))
          .containsExactly("circuit.opened", "WebhookDLQEvent", "webhook.disabled");
    }
  }

  @Test
  void a_tenant_sees_its_own_and_an_operator_all_or_those_of_one() throws Exception {
    String viewer = api.keyOf(TestApi.ACME, Role.VIEWER);
    try (var acme = new StreamClient(api, "/v1/stream", viewer, null);
        StreamClient all = stream("");
        StreamClient ofAcme = stream("?tenant_id=acme")) {
      api.feed.announce(opened(TenantId.DEFAULT));
      api.feed.announce(opened(TestApi.ACME));

      assertThat(acme.next().json().path("tenant_id").asString()).isEqualTo("acme");
      assertThat(ofAcme.next().json().path("tenant_id").asString()).isEqualTo("acme");
      assertThat(all.next().json().path("tenant_id").asString()).isEqualTo("default");
      assertThat(all.next().json().path("tenant_id").asString()).isEqualTo("acme");
    }
    assertThat(api.send(api.authorized("/v1/stream?tenant_id=default", viewer)).status())
        .isEqualTo(404);
    String publisher = api.keyOf(TestApi.ACME, Role.PUBLISHER);
    assertThat(api.send(api.authorized("/v1/stream", publisher)).status()).isEqualTo(403);
  }

  @Test
  void alerts_about_the_server_are_on_no_tenants_stream() throws Exception {
    String viewer = api.keyOf(TenantId.DEFAULT, Role.VIEWER);
    api.put("/v1/alert-rules/queue_depth", "{\"threshold\": 0, \"hold_seconds\": 0}");
    api.post("/v1/webhooks", TestApi.WEBHOOK);
    Webhook webhook = api.engine.stores.webhooks().of(TenantId.DEFAULT).getFirst();
    // So that what is published waits.
    api.engine.gates.report(webhook, new CircuitEvent.ForcedOpen(api.engine.time.now(), null));
    api.post("/v1/events", TestApi.EVENT);
    api.lookForAlerts();
    OperatorEvent fired =
        api.engine.announced.stream()
            .filter(OperatorEvent.AlertFired.class::isInstance)
            .filter(event -> event.webhook() == null)
            .findFirst()
            .orElseThrow();
    try (var ofDefault = new StreamClient(api, "/v1/stream", viewer, null);
        StreamClient all = stream("")) {
      api.feed.announce(fired);
      api.feed.announce(opened(TenantId.DEFAULT));

      assertThat(ofDefault.next().type()).isEqualTo("circuit.opened");
      assertThat(all.next().type()).isEqualTo("alert.fired");
    }
  }

  @Test
  void wrong_filters_are_named() throws Exception {
    Answer answer = api.get("/v1/stream?type=delivery.deliverd&webhook_id=x&last_event_id=&odd=1");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields())
        .containsExactlyInAnyOrder("type", "webhook_id", "last_event_id", "odd");
    assertThat(api.get("/v1/stream?type=").wrongFields()).containsExactly("type");
    assertThat(api.get("/v1/stream?type=circ*").wrongFields()).containsExactly("type");
  }

  @Test
  void who_asks_for_the_head_alone_gets_it_and_no_stream() throws Exception {
    HttpResponse<String> head =
        api.send(api.authorized("/v1/stream").method("HEAD", BodyPublishers.noBody())).response();

    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.headers().firstValue("Content-Type")).contains("text/event-stream");
  }

  @Test
  void there_are_only_so_many_streams_for_a_tenant_and_in_all() throws Exception {
    String viewer = api.keyOf(TestApi.ACME, Role.VIEWER);
    var open = new ArrayList<StreamClient>();
    for (int i = 0; i < TestApi.MOST_STREAMS_OF_TENANT; i++) {
      open.add(new StreamClient(api, "/v1/stream", viewer, null));
    }
    Answer refused = api.send(api.authorized("/v1/stream", viewer));
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.code()).isEqualTo("too_many_streams");
    assertThat(refused.response().headers().firstValue("Retry-After")).isPresent();
    while (open.size() < TestApi.MOST_STREAMS) {
      open.add(stream(""));
    }
    Answer full = api.get("/v1/stream");
    assertThat(full.status()).isEqualTo(503);
    assertThat(full.code()).isEqualTo("streams_full");

    for (StreamClient client : open) {
      client.close();
    }
    await().untilAsserted(() -> assertThat(api.get("/v1/stream").status()).isEqualTo(200));
  }

  @Test
  void a_key_that_is_removed_sees_nothing_more() throws Exception {
    Answer made = api.post("/v1/api-keys", "{\"role\": \"viewer\"}");
    String key = made.body().path("key").asString();
    try (var client = new StreamClient(api, "/v1/stream", key, null)) {
      api.delete("/v1/api-keys/" + made.body().path("id").asString());

      assertThat(client.next().type()).isEqualTo("stream.closed");
      client.assertEnds();
    }
  }

  @Test
  void a_stop_ends_the_streams_after_what_was_announced() throws Exception {
    try (StreamClient client = stream("")) {
      api.feed.announce(opened(TenantId.DEFAULT));
      api.close();

      assertThat(client.next().type()).isEqualTo("circuit.opened");
      assertThat(client.next().type()).isEqualTo("stream.closed");
      client.assertEnds();
    }
  }

  private void announce(int from, int to) {
    for (int attempt = from; attempt < to; attempt++) {
      api.feed.announce(delivered(TenantId.DEFAULT, WEBHOOK, attempt));
    }
  }

  private StreamClient stream(String query) throws Exception {
    return stream(query, null);
  }

  private StreamClient stream(String query, @Nullable String lastEventId) throws Exception {
    return new StreamClient(api, "/v1/stream" + query, TestApi.KEY, lastEventId);
  }
}
