package posthorn.application.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.application.inbound.ReceiveWebhook.Result;
import posthorn.application.inbound.ReceiveWebhook.Result.Accepted;
import posthorn.application.inbound.ReceiveWebhook.Result.Challenged;
import posthorn.application.inbound.ReceiveWebhook.Result.Duplicate;
import posthorn.application.inbound.ReceiveWebhook.Result.MalformedJson;
import posthorn.application.inbound.ReceiveWebhook.Result.SignatureRefused;
import posthorn.application.inbound.ReceiveWebhook.Result.TooManyFailures;
import posthorn.application.inbound.ReceiveWebhook.Result.UnknownSource;
import posthorn.application.inbound.ReceiveWebhook.Result.WrongMediaType;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.InboundMessages;
import posthorn.application.port.InboundQuery;
import posthorn.application.port.OperatorEvent.SignatureFailed;
import posthorn.application.port.Page;
import posthorn.application.port.StoreBusyException;
import posthorn.application.port.StoreFullException;
import posthorn.application.testing.Hmacs;
import posthorn.application.testing.Samples;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.Event;
import posthorn.domain.inbound.InboundId;
import posthorn.domain.inbound.ReceivedMessage;
import posthorn.domain.inbound.Route;
import posthorn.domain.inbound.Routing.Routed;
import posthorn.domain.inbound.Routing.Unrouted;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceSettings;
import posthorn.domain.inbound.UnroutedReason;
import posthorn.domain.inbound.WrittenSource;
import posthorn.domain.signing.VerificationKey;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

class ReceiveWebhookTest {
  private static final String OTHER_ADDRESS = "198.51.100.9";
  private static final String BODY = "{\"action\":\"opened\",\"number\":7}";

  private final Gateway gateway = new Gateway();
  private final Source github = gateway.source("github");

  @Test
  void adr_020_a_pull_request_that_is_opened_becomes_a_code_review_for_the_reviewer_cluster() {
    Route route = gateway.route(github, "pull_request.opened", "code_review", "reviewer-cluster");
    Webhook webhook = subscribe("code_review");

    Routed routed = routed(gateway.receive(github, gateway.opened("d-1")));

    assertThat(routed.route()).isEqualTo(route.id());
    Event event =
        gateway.engine.stores.eventHistory().find(TenantId.DEFAULT, routed.event()).orElseThrow();
    assertThat(event.type().value()).isEqualTo("code_review");
    assertThat(event.sessionId()).isEqualTo("reviewer-cluster");
    assertThat(event.source()).isEqualTo("github");
    assertThat(event.data().text()).contains(BODY);
    gateway.engine.sender.everyReceiverAnswers(200);
    assertThat(gateway.engine.runDue()).isEqualTo(1);
    assertThat(deliveries()).singleElement().extracting(Delivery::webhook).isEqualTo(webhook.id());
  }

  @Test
  void a_message_is_kept_with_all_that_it_came_with_but_its_signature() {
    gateway.receive(github, gateway.opened("d-1"));

    ReceivedMessage kept = messages().getFirst();
    assertThat(kept.messageId()).isEqualTo("d-1");
    assertThat(String.valueOf(kept.type())).isEqualTo("pull_request.opened");
    assertThat(kept.origin().remoteAddress()).isEqualTo(Gateway.ADDRESS);
    assertThat(kept.origin().headers())
        .containsEntry("x-github-event", "pull_request")
        .containsEntry("x-hub-signature-256", InboundRequest.HIDDEN);
  }

  @Test
  void what_may_open_something_is_not_kept_with_a_message() {
    var headers = new HashMap<String, String>();
    List<String> secrets =
        List.of(
            "Authorization",
            "Proxy-Authorization",
            "X-Gitlab-Token",
            "X-API-KEY",
            "X-Hub-Signature",
            "X-Shopify-Hmac-Sha256",
            "X-Client-Secret",
            "Set-Cookie2");
    secrets.forEach(name -> headers.put(name, "t0p"));
    headers.put("X-Trace", "seen");
    headers.put("X-Hub-Signature-256", "sha256=" + Hmacs.hex(Gateway.SECRET, BODY));

    gateway.receive(github, gateway.request(headers, BODY, Gateway.ADDRESS));

    Map<String, String> kept = messages().getFirst().origin().headers();
    assertThat(kept).containsEntry("x-trace", "seen");
    assertThat(secrets)
        .allSatisfy(name ->
            assertThat(kept).containsEntry(name.toLowerCase(Locale.ROOT), InboundRequest.HIDDEN));
  }

  @Test
  void a_message_that_no_route_takes_is_kept_as_unrouted() {
    gateway.route(github, "push", "deploy", "prod");

    assertThat(gateway.receive(github, gateway.opened("d-1")))
        .asInstanceOf(type(Accepted.class))
        .extracting(Accepted::routing)
        .isEqualTo(new Unrouted(UnroutedReason.NO_ROUTE));
    assertThat(messages()).hasSize(1);
    assertThat(deliveries()).isEmpty();
  }

  @Test
  void a_message_that_nothing_names_is_kept_too() {
    Source stripe = gateway.source(written("sha256", null), true);
    String body = "{}";

    Result result =
        gateway.receive(
            stripe,
            gateway.request(
                Map.of("X-Webhook-Signature", "sha256=" + Hmacs.hex(Gateway.SECRET, body)),
                body,
                Gateway.ADDRESS));

    assertThat(((Accepted) result).routing()).isEqualTo(new Unrouted(UnroutedReason.NO_EVENT_TYPE));
  }

  @Test
  void a_message_for_a_tenant_that_has_stored_as_much_as_it_may_is_refused() {
    Tenant before = gateway.engine.stores.tenants().find(TenantId.DEFAULT).orElseThrow();
    gateway
        .engine
        .stores
        .tenants()
        .replaceIfUnchanged(
            before, before.with(before.name(), new Quotas(null, null, null, null, 5_000L, null)));
    gateway.engine.stored.put(TenantId.DEFAULT, 5_000L);

    assertThat(gateway.receive(github, gateway.opened("d-1")))
        .isEqualTo(new Result.StorageExceeded(5_000));
    assertThat(messages()).isEmpty();
  }

  @Test
  void no_message_is_taken_while_the_disk_is_low() {
    gateway.engine.diskFree.set(0);

    assertThatThrownBy(() -> gateway.receive(github, gateway.opened("d-1")))
        .isInstanceOf(StoreFullException.class);
    assertThat(messages()).isEmpty();
  }

  @Test
  void a_tenant_that_published_too_much_loses_no_message() {
    var tenants = gateway.engine.stores.tenants();
    Tenant before = tenants.find(TenantId.DEFAULT).orElseThrow();
    tenants.replaceIfUnchanged(
        before,
        new Tenant(
            before.id(),
            before.name(),
            new Quotas(null, null, 1, null, null, null),
            before.createdAt()));
    gateway.route(github, "*", "code_review", "reviewer-cluster");

    assertThat(routed(gateway.receive(github, gateway.opened("d-1")))).isNotNull();
    assertThat(((Accepted) gateway.receive(github, gateway.opened("d-2"))).routing())
        .isEqualTo(new Unrouted(UnroutedReason.RATE_LIMITED));
    assertThat(messages()).hasSize(2);
  }

  @Test
  void the_same_message_is_acknowledged_again_and_routed_once() {
    gateway.route(github, "*", "code_review", "reviewer-cluster");
    subscribe("*");
    InboundId first = ((Accepted) gateway.receive(github, gateway.opened("d-1"))).id();

    assertThat(gateway.receive(github, gateway.opened("d-1"))).isEqualTo(new Duplicate(first));

    assertThat(deliveries()).hasSize(1);
    assertThat(messages()).singleElement().extracting(m -> m.repeats().count()).isEqualTo(1);
    gateway.engine.sender.everyReceiverAnswers(200);
    assertThat(gateway.engine.runDue()).isEqualTo(1);
  }

  @Test
  void a_bad_signature_is_refused_and_announced() {
    assertThat(gateway.receive(github, forged(Gateway.ADDRESS)))
        .isInstanceOf(SignatureRefused.class);

    assertThat(messages()).isEmpty();
    assertThat(gateway.engine.announced)
        .singleElement()
        .asInstanceOf(type(SignatureFailed.class))
        .satisfies(failed -> {
          assertThat(failed.type()).isEqualTo("WebhookSignatureFailureEvent");
          assertThat(failed.tenant()).isEqualTo(TenantId.DEFAULT);
          assertThat(failed.source()).isEqualTo(github.id());
          assertThat(failed.from().text()).isEqualTo(Gateway.ADDRESS);
          assertThat(failed.toString()).doesNotContain("Secret");
        });
  }

  @Test
  void a_missing_signature_is_refused_and_announced() {
    assertThat(gateway.receive(github, gateway.request(Map.of(), BODY, Gateway.ADDRESS)))
        .isEqualTo(new SignatureRefused("the header 'X-Hub-Signature-256' is missing"));
    assertThat(gateway.engine.announced).hasSize(1);
  }

  @Test
  void a_signature_of_long_ago_is_refused_and_announced() {
    Source stripe = gateway.source("stripe");
    InboundRequest request = fromStripe("{\"id\":\"evt_1\",\"type\":\"invoice.paid\"}");
    gateway.engine.time.advance(Duration.ofSeconds(301));

    assertThat(gateway.receive(stripe, request))
        .isEqualTo(
            new SignatureRefused("it was signed 301 s ago, and this source accepts 300 s at most"));
    assertThat(gateway.engine.announced).hasSize(1);
  }

  @Test
  void while_a_secret_rotates_the_earlier_one_counts_too() {
    var rotated =
        new Source(
            github.id(),
            github.tenant(),
            github.name(),
            github.settings(),
            github
                .keys()
                .rotate(
                    new VerificationKey("the next one"),
                    gateway.engine.time.now(),
                    Duration.ofHours(1)),
            true,
            2,
            github.createdAt(),
            github.updatedAt());
    assertThat(gateway.engine.stores.sources().replaceIfUnchanged(rotated)).isTrue();

    assertThat(gateway.receive(rotated, gateway.opened("d-1"))).isInstanceOf(Accepted.class);
    gateway.engine.time.advance(Duration.ofHours(1));
    assertThat(gateway.receive(rotated, gateway.opened("d-2")))
        .isInstanceOf(SignatureRefused.class);
  }

  @Test
  void an_unknown_or_inactive_source_is_not_there() {
    Source inactive = gateway.source(github.settings(), false);

    assertThat(gateway.receive(inactive, gateway.opened("d-1"))).isEqualTo(new UnknownSource());
    for (String id : List.of("src_00000000000000000000000009", "src_x", "", "évil/..")) {
      assertThat(
              gateway.receiveWebhook.receive(id, gateway.opened("d-1"), gateway.engine.time.now()))
          .isEqualTo(new UnknownSource());
    }
    assertThat(gateway.engine.announced).isEmpty();
    assertThat(messages()).isEmpty();
  }

  @Test
  void bad_signatures_are_too_many_for_their_source_and_address_alone() {
    failTenTimes(github);

    assertThat(gateway.receive(github, forged(Gateway.ADDRESS)))
        .isEqualTo(new TooManyFailures(gateway.engine.time.now().plusSeconds(6)));
    assertThat(gateway.receive(github, forged(OTHER_ADDRESS)))
        .isEqualTo(
            new SignatureRefused("the signature does not match any of the source's secrets"));
    assertThat(gateway.receive(gateway.source("github"), forged(Gateway.ADDRESS)))
        .isInstanceOf(SignatureRefused.class);
    assertThat(gateway.engine.announced).hasSize(13);

    gateway.engine.time.advance(Duration.ofSeconds(6));
    assertThat(gateway.receive(github, forged(Gateway.ADDRESS)))
        .isInstanceOf(SignatureRefused.class);
  }

  @Test
  void a_right_message_is_taken_however_many_bad_ones_came_from_its_address() {
    failTenTimes(github);
    gateway.receive(github, forged(Gateway.ADDRESS));

    assertThat(gateway.receive(github, gateway.opened("d-1"))).isInstanceOf(Accepted.class);
    assertThat(gateway.receive(github, forged(Gateway.ADDRESS)))
        .isInstanceOf(TooManyFailures.class);
  }

  @Test
  void who_tries_out_sources_is_slowed_too() {
    for (int i = 0; i < 10; i++) {
      gateway.receiveWebhook.receive("src_" + i, gateway.opened("d"), gateway.engine.time.now());
    }

    assertThat(
            gateway.receiveWebhook.receive(
                "src_10", gateway.opened("d"), gateway.engine.time.now()))
        .isInstanceOf(TooManyFailures.class);
  }

  @Test
  void of_a_message_that_is_refused_anyway_the_body_is_not_read() {
    Source inactive = gateway.source(github.settings(), false);
    gateway.receive(inactive, gateway.opened("d-1"));
    gateway.receiveWebhook.receive("src_x", gateway.opened("d-1"), gateway.engine.time.now());
    assertThat(gateway.bodiesRead).hasValue(0);

    failTenTimes(github);
    assertThat(gateway.bodiesRead).hasValue(10);
    gateway.receive(github, gateway.request(Map.of(), BODY, Gateway.ADDRESS));
    assertThat(gateway.bodiesRead).hasValue(10);
  }

  @Test
  void a_message_is_judged_by_the_time_that_all_of_it_is_there() {
    Source stripe = gateway.source("stripe");
    InboundRequest request = fromStripe("{\"id\":\"evt_1\",\"type\":\"invoice.paid\"}");
    Instant began = gateway.engine.time.now();
    gateway.engine.time.advance(Duration.ofSeconds(301));

    assertThat(gateway.receiveWebhook.receive(stripe.id().value(), request, began))
        .isEqualTo(
            new SignatureRefused("it was signed 301 s ago, and this source accepts 300 s at most"));
  }

  @Test
  void a_source_that_demands_json_gets_nothing_else() {
    Source strict = gateway.source(written("github", true), true);

    assertThat(gateway.receive(strict, typed("text/plain", BODY)))
        .isEqualTo(new WrongMediaType("text/plain"));
    assertThat(gateway.receive(strict, typed("application/json", "no json")))
        .isEqualTo(new MalformedJson());
    String form = "application/x-www-form-urlencoded";
    assertThat(gateway.receive(strict, typed(form, "a=1"))).isEqualTo(new WrongMediaType(form));
    assertThat(gateway.receive(strict, typed(form, BODY))).isInstanceOf(Accepted.class);
    assertThat(gateway.receive(strict, typed("application/json", BODY)))
        .isInstanceOf(Accepted.class);
    assertThat(gateway.receive(github, typed("text/plain", "no json")))
        .isInstanceOf(Accepted.class);
  }

  @Test
  void slacks_question_is_answered_and_not_kept() {
    Source slack = gateway.source("slack");
    String body = "{\"type\":\"url_verification\",\"challenge\":\"3eZbrw1a\"}";
    String seconds = Long.toString(gateway.engine.time.now().getEpochSecond());

    Result result =
        gateway.receive(
            slack,
            gateway.request(
                Map.of(
                    "X-Slack-Request-Timestamp",
                    seconds,
                    "X-Slack-Signature",
                    "v0=" + Hmacs.hex(Gateway.SECRET, "v0:" + seconds + ":" + body)),
                body,
                Gateway.ADDRESS));

    assertThat(result).isEqualTo(new Challenged("{\"challenge\":\"3eZbrw1a\"}"));
    assertThat(messages()).isEmpty();
  }

  @Test
  void what_could_not_be_written_is_not_acknowledged_and_holds_no_room() {
    gateway.route(github, "*", "code_review", "reviewer-cluster");
    subscribe("*");
    var receive =
        new ReceiveWebhook(
            gateway.engine.stores.sources(), new FullStore(), gateway.router, gateway.ids, _ -> {});

    assertThatThrownBy(() ->
            receive.receive(github.id().value(), gateway.opened("d-1"), gateway.engine.time.now()))
        .isInstanceOf(StoreBusyException.class);

    gateway.engine.sender.everyReceiverAnswers(200);
    assertThat(gateway.engine.runDue()).isZero();
    routed(gateway.receive(github, gateway.opened("d-1")));
    assertThat(gateway.engine.runDue()).isEqualTo(1);
  }

  private static final class FullStore implements InboundMessages {
    @Override
    public Acceptance accept(ReceivedMessage message, @Nullable Publication publication) {
      throw new StoreBusyException("too much waits");
    }

    @Override
    public OptionalLong rerouteIfUnchanged(
        ReceivedMessage seen, ReceivedMessage changed, @Nullable Publication publication) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Optional<ReceivedMessage> find(TenantId tenant, InboundId id) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Page<ReceivedMessage, InboundId> page(InboundQuery query) {
      throw new UnsupportedOperationException();
    }
  }

  private void failTenTimes(Source source) {
    for (int i = 0; i < 10; i++) {
      assertThat(gateway.receive(source, forged(Gateway.ADDRESS)))
          .isInstanceOf(SignatureRefused.class);
    }
  }

  private static SourceSettings written(String kind, @Nullable Boolean requireJson) {
    return SourceSettings.of(
        new WrittenSource(
            kind, WrittenSource.Signature.OF_KIND, null, null, null, requireJson, null));
  }

  private InboundRequest forged(String address) {
    return gateway.request(
        Map.of("X-Hub-Signature-256", "sha256=" + Hmacs.hex("a guess", BODY)), BODY, address);
  }

  private InboundRequest typed(String mediaType, String body) {
    return gateway.request(
        Map.of(
            "Content-Type",
            mediaType,
            "X-Hub-Signature-256",
            "sha256=" + Hmacs.hex(Gateway.SECRET, body)),
        body,
        Gateway.ADDRESS);
  }

  private InboundRequest fromStripe(String body) {
    long seconds = gateway.engine.time.now().getEpochSecond();
    String signature = Hmacs.hex(Gateway.SECRET, seconds + "." + body);
    return gateway.request(
        Map.of("Stripe-Signature", "t=" + seconds + ",v1=" + signature), body, Gateway.ADDRESS);
  }

  private Webhook subscribe(String pattern) {
    Webhook webhook = new Samples().webhook(TenantId.DEFAULT, pattern);
    gateway.engine.stores.webhooks().add(webhook);
    return webhook;
  }

  private static Routed routed(Result result) {
    return (Routed) ((Accepted) result).routing();
  }

  private List<ReceivedMessage> messages() {
    return gateway
        .engine
        .stores
        .inboundMessages()
        .page(new InboundQuery(TenantId.DEFAULT, InboundQuery.Where.ANY, null, 100, true))
        .items();
  }

  private List<Delivery> deliveries() {
    return gateway
        .engine
        .stores
        .deliveries()
        .list(new DeliveryQuery(TenantId.DEFAULT, null, null, null, 100));
  }
}
