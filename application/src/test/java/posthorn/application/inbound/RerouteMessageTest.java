package posthorn.application.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import posthorn.application.inbound.ReceiveWebhook.Result.Accepted;
import posthorn.application.inbound.RerouteMessage.Result;
import posthorn.application.inbound.RerouteMessage.Result.NotFound;
import posthorn.application.inbound.RerouteMessage.Result.Rerouted;
import posthorn.application.inbound.RerouteMessage.Result.SourceGone;
import posthorn.application.port.InboundQuery;
import posthorn.application.port.InboundQuery.Where;
import posthorn.application.testing.Hmacs;
import posthorn.application.testing.Samples;
import posthorn.domain.inbound.InboundId;
import posthorn.domain.inbound.ReceivedMessage;
import posthorn.domain.inbound.Route;
import posthorn.domain.inbound.Routing;
import posthorn.domain.inbound.Routing.Routed;
import posthorn.domain.inbound.Routing.Unrouted;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceSettings;
import posthorn.domain.inbound.UnroutedReason;
import posthorn.domain.inbound.WrittenSource;
import posthorn.domain.tenant.TenantId;

class RerouteMessageTest {
  private final Gateway gateway = new Gateway();
  private final Source github = gateway.source("github");

  @Test
  void a_message_that_came_before_its_route_is_routed_and_delivered() {
    InboundId id = receive("d-1");
    Route route = gateway.route(github, "pull_request.*", "code_review", "reviewer-cluster");
    gateway.engine.stores.webhooks().add(new Samples().webhook(TenantId.DEFAULT, "code_review"));
    gateway.engine.sender.everyReceiverAnswers(200);

    Routing routing = ((Rerouted) reroute(id)).routing();

    assertThat(((Routed) routing).route()).isEqualTo(route.id());
    assertThat(stored(id).routing()).isEqualTo(routing);
    assertThat(gateway.engine.runDue()).isEqualTo(1);
  }

  @Test
  void a_message_that_was_routed_is_routed_once_more_when_somebody_says_so() {
    gateway.route(github, "*", "code_review", "reviewer-cluster");
    InboundId id = receive("d-1");
    Routing before = stored(id).routing();

    Routing after = ((Rerouted) reroute(id)).routing();

    assertThat(after).isInstanceOf(Routed.class).isNotEqualTo(before);
    assertThat(stored(id).routing()).isEqualTo(after);
  }

  @Test
  void the_event_of_a_message_has_the_next_number_when_it_comes_in_and_when_it_is_routed_again() {
    gateway.route(github, "*", "code_review", "reviewer-cluster");
    gateway.engine.stores.webhooks().add(new Samples().webhook(TenantId.DEFAULT, "code_review"));

    InboundId id = receive("d-1");
    reroute(id);

    assertThat(gateway.engine.started)
        .extracting(slot -> slot.claimed().event().sequence())
        .containsExactly(1L, 2L);
  }

  @Test
  void a_message_that_leads_nowhere_any_more_stays_what_it_became() {
    Route route = gateway.route(github, "*", "code_review", "reviewer-cluster");
    InboundId id = receive("d-1");
    Routing before = stored(id).routing();
    gateway.engine.stores.inboundRoutes().remove(TenantId.DEFAULT, route.id());

    assertThat(reroute(id)).isEqualTo(new Rerouted(id, new Unrouted(UnroutedReason.NO_ROUTE)));
    assertThat(stored(id).routing()).isEqualTo(before);
  }

  /** As of Bitbucket, whose header for the type has the word "key" in its name. */
  @Test
  void the_header_that_names_the_type_is_kept_whatever_it_is_called() {
    Source bitbucket = gateway.source(typedBy("X-Event-Key"), true);
    InboundId id = receive(bitbucket, "repo:push");
    assertThat(stored(id).origin().headers()).containsEntry("x-event-key", "repo:push");

    gateway.route(bitbucket, "*", "deploy", "prod");
    assertThat(((Rerouted) reroute(id)).routing()).isInstanceOf(Routed.class);
  }

  @Test
  void a_header_that_was_hidden_when_the_message_came_names_no_type_later() {
    Source source = gateway.source(typedBy("X-Topic"), true);
    InboundId id = receive(source, "repo:push");
    gateway
        .engine
        .stores
        .sources()
        .replaceIfUnchanged(
            source.changed("b", typedBy("X-Event-Key"), true, gateway.engine.time.now()));
    gateway.route(source, "*", "deploy", "prod");

    assertThat(((Rerouted) reroute(id)).routing())
        .isEqualTo(new Unrouted(UnroutedReason.NO_EVENT_TYPE));
  }

  private static SourceSettings typedBy(String header) {
    return SourceSettings.of(
        new WrittenSource(
            "sha256",
            WrittenSource.of("sha256").signature(),
            null,
            new WrittenSource.Place(header, null, null),
            null,
            null,
            null));
  }

  private InboundId receive(Source source, String key) {
    String body = "{}";
    var headers =
        Map.of(
            "X-Event-Key", key, "X-Webhook-Signature", "sha256=" + Hmacs.hex(Gateway.SECRET, body));
    return ((Accepted) gateway.receive(source, gateway.request(headers, body, Gateway.ADDRESS)))
        .id();
  }

  @Test
  void without_its_source_a_message_has_no_routes() {
    InboundId id = receive("d-1");
    gateway.engine.stores.sources().remove(github.id());

    assertThat(reroute(id)).isEqualTo(new SourceGone());
  }

  @Test
  void nobody_routes_what_is_not_there_or_anothers() {
    InboundId id = receive("d-1");

    assertThat(gateway.rerouteMessage.reroute(new TenantId("other"), id, gateway.engine.time.now()))
        .isEqualTo(new NotFound());
  }

  @Test
  void all_that_led_nowhere_is_routed_page_by_page() {
    for (int i = 0; i < 5; i++) {
      receive("d-" + i);
    }
    gateway.route(github, "*", "code_review", "reviewer-cluster");
    var all = new RerouteMessages(gateway.engine.stores.inboundMessages(), gateway.rerouteMessage);
    var unrouted = new Where(null, false, null, null, null, null, null);

    var first =
        all.reroute(
            new InboundQuery(TenantId.DEFAULT, unrouted, null, 3, true), gateway.engine.time.now());
    var second =
        all.reroute(
            new InboundQuery(TenantId.DEFAULT, unrouted, first.next(), 3, true),
            gateway.engine.time.now());

    assertThat(first.routed()).isEqualTo(3);
    assertThat(second).isEqualTo(new RerouteMessages.Result(2, 0, null));
  }

  private InboundId receive(String delivery) {
    return ((Accepted) gateway.receive(github, gateway.opened(delivery))).id();
  }

  private Result reroute(InboundId id) {
    return gateway.rerouteMessage.reroute(TenantId.DEFAULT, id, gateway.engine.time.now());
  }

  private ReceivedMessage stored(InboundId id) {
    return gateway.engine.stores.inboundMessages().find(TenantId.DEFAULT, id).orElseThrow();
  }
}
