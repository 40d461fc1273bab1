package posthorn.application.inbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.application.inbound.ReceiveWebhook.Result;
import posthorn.application.inbound.ReceiveWebhook.Result.Accepted;
import posthorn.application.inbound.ReceiveWebhook.Result.Challenged;
import posthorn.application.inbound.ReceiveWebhook.Result.Duplicate;
import posthorn.application.inbound.ReceiveWebhook.Result.SignatureRefused;
import posthorn.application.port.InboundQuery;
import posthorn.application.testing.Hmacs;
import posthorn.domain.inbound.ReceivedMessage;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceSettings;
import posthorn.domain.inbound.WrittenSource;
import posthorn.domain.signing.VerificationKey;
import posthorn.domain.tenant.TenantId;

/** What the kinds have that are named after a provider. */
class ProvidersTest {
  private static final String URL = "https://hooks.example.com/gateway/webhooks/{source_id}";

  private final Gateway gateway = new Gateway();

  @Test
  void svix_names_are_taken_as_the_standard_ones_are() {
    for (String kind : new String[] {"svix", "standard"}) {
      Source source = gateway.source(kind);
      Result first = receive(source, "{\"type\":\"invoice.paid\"}", standard("svix-", "msg_1"));

      assertThat(first).isInstanceOf(Accepted.class);
      assertThat(receive(source, "{\"type\":\"invoice.paid\"}", standard("svix-", "msg_1")))
          .isEqualTo(new Duplicate(((Accepted) first).id()));
      assertThat(receive(source, "{\"type\":\"a\"}", standard("webhook-", "msg_2")))
          .isInstanceOf(Accepted.class);
    }
  }

  @Test
  void a_captured_message_of_svix_is_not_taken_again_under_another_id() {
    Source source = gateway.source("standard");
    Map<String, String> headers = standard("svix-", "msg_1");
    headers.put("webhook-id", "msg_2");

    assertThat(receive(source, "{\"type\":\"invoice.paid\"}", headers))
        .isEqualTo(new SignatureRefused("the header 'webhook-timestamp' is missing"));
    assertThat(gateway.bodiesRead).hasValue(0);
  }

  @Test
  void linears_messages_are_of_the_last_minute() {
    Source linear = gateway.source("linear");
    String body =
        "{\"type\":\"Issue\",\"action\":\"create\",\"webhookTimestamp\":%d}"
            .formatted(gateway.engine.time.now().toEpochMilli());

    assertThat(receive(linear, body, linear(body, "d-1"))).isInstanceOf(Accepted.class);
    assertThat(messages().type()).hasToString("Issue.create");
    assertThat(receive(linear, body, linear(body, "d-1"))).isInstanceOf(Duplicate.class);
    gateway.engine.time.advance(Duration.ofSeconds(61));
    assertThat(receive(linear, body, linear(body, "d-2")))
        .isEqualTo(
            new SignatureRefused("it was signed 61 s ago, and this source accepts 60 s at most"));
    gateway.engine.time.advance(Duration.ofSeconds(-130));
    assertThat(receive(linear, body, linear(body, "d-2")))
        .isEqualTo(
            new SignatureRefused(
                "it was signed 69 s in the future, and this source accepts 60 s at most"));
    assertThat(receive(linear, "{}", linear("{}", "d-2")))
        .isEqualTo(new SignatureRefused("the body does not say when it was sent"));
    assertThat(receive(linear, body, linear("{}", "d-2"))).isInstanceOf(SignatureRefused.class);
  }

  @Test
  void zooms_question_is_answered_with_the_key_that_signed_it() {
    Source zoom = gateway.source("zoom");
    String body = "{\"event\":\"endpoint.url_validation\",\"payload\":{\"plainToken\":\"qgg8vl\"}}";
    String answer =
        "{\"plainToken\":\"qgg8vl\",\"encryptedToken\":\""
            + Hmacs.hex(Gateway.SECRET, "qgg8vl")
            + "\"}";

    assertThat(receive(zoom, body, zoom(body))).isEqualTo(new Challenged(answer));

    Source rotated =
        zoom.with(
            zoom.keys()
                .rotate(
                    new VerificationKey("the next one"),
                    gateway.engine.time.now(),
                    Duration.ofHours(1)),
            gateway.engine.time.now());
    assertThat(gateway.engine.stores.sources().replaceIfUnchanged(rotated)).isTrue();
    assertThat(receive(zoom, body, zoom(body))).isEqualTo(new Challenged(answer));
  }

  @Test
  void a_question_that_is_not_signed_is_not_answered() {
    Source zoom = gateway.source("zoom");
    String body =
        "{\"event\":\"endpoint.url_validation\",\"payload\":{\"plainToken\":\"v0:1:{}\"}}";

    assertThat(receive(zoom, body, zoom("{}"))).isInstanceOf(SignatureRefused.class);
  }

  @Test
  void a_message_of_zoom_that_comes_again_is_told_by_its_body() {
    Source zoom = gateway.source("zoom");
    String body = "{\"event\":\"meeting.started\",\"event_ts\":1767225600000}";
    Result first = receive(zoom, body, zoom(body));
    gateway.engine.time.advance(Duration.ofMinutes(5));

    assertThat(receive(zoom, body, zoom(body))).isEqualTo(new Duplicate(((Accepted) first).id()));
    String next = body.replace("00}", "01}");
    assertThat(receive(zoom, next, zoom(next))).isInstanceOf(Accepted.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hubspot", "square"})
  void a_message_is_signed_for_the_address_of_its_source(String kind) {
    Source source = addressed(kind);
    Source other = addressed(kind);
    String body = "{\"event_id\":\"1\",\"type\":\"payment.created\"}";
    Map<String, String> headers = addressedHeaders(kind, source, body);

    assertThat(receive(source, body, headers)).isInstanceOf(Accepted.class);
    assertThat(receive(source, body, headers)).isInstanceOf(Duplicate.class);
    assertThat(receive(other, body, headers)).isInstanceOf(SignatureRefused.class);
    assertThat(receive(source, body + " ", headers)).isInstanceOf(SignatureRefused.class);
  }

  @Test
  void a_message_of_hubspot_is_of_the_last_five_minutes() {
    Source hubspot = addressed("hubspot");
    Map<String, String> headers = addressedHeaders("hubspot", hubspot, "[]");
    gateway.engine.time.advance(Duration.ofSeconds(301));

    assertThat(receive(hubspot, "[]", headers))
        .isEqualTo(
            new SignatureRefused("it was signed 301 s ago, and this source accepts 300 s at most"));
    headers.put("X-HubSpot-Request-Timestamp", "yesterday");
    assertThat(receive(hubspot, "[]", headers))
        .isEqualTo(
            new SignatureRefused(
                "the header 'X-HubSpot-Request-Timestamp' has no time in whole milliseconds since"
                    + " 1970"));
    assertThat(gateway.bodiesRead).hasValue(0);
  }

  private Map<String, String> addressedHeaders(String kind, Source source, String body) {
    String url = URL.replace("{source_id}", source.id().value());
    if (kind.equals("square")) {
      return headers("X-Square-HmacSha256-Signature", base64(url + body));
    }
    String time = Long.toString(gateway.engine.time.now().toEpochMilli());
    return headers(
        "X-HubSpot-Request-Timestamp",
        time,
        "X-HubSpot-Signature-v3",
        base64("POST" + url + body + time));
  }

  private Source addressed(String kind) {
    return gateway.source(
        SourceSettings.of(
            new WrittenSource(kind, WrittenSource.Signature.OF_KIND, null, null, null, null, URL)),
        true);
  }

  private Map<String, String> standard(String family, String id) {
    String body = id.equals("msg_2") ? "{\"type\":\"a\"}" : "{\"type\":\"invoice.paid\"}";
    String time = Long.toString(gateway.engine.time.now().getEpochSecond());
    return headers(
        family + "id",
        id,
        family + "timestamp",
        time,
        family + "signature",
        "v1," + base64(id + "." + time + "." + body));
  }

  private static Map<String, String> linear(String body, String delivery) {
    return headers(
        "Linear-Delivery", delivery, "Linear-Signature", Hmacs.hex(Gateway.SECRET, body));
  }

  private Map<String, String> zoom(String body) {
    String time = Long.toString(gateway.engine.time.now().getEpochSecond());
    return headers(
        "x-zm-request-timestamp",
        time,
        "x-zm-signature",
        "v0=" + Hmacs.hex(Gateway.SECRET, "v0:" + time + ":" + body));
  }

  private static Map<String, String> headers(String... namesAndValues) {
    var headers = new LinkedHashMap<String, String>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return headers;
  }

  private static String base64(String text) {
    return Base64.getEncoder()
        .encodeToString(HexFormat.of().parseHex(Hmacs.hex(Gateway.SECRET, text)));
  }

  private Result receive(Source source, String body, Map<String, String> headers) {
    assertThat(body.getBytes(UTF_8)).isNotEmpty();
    return gateway.receive(source, gateway.request(headers, body, Gateway.ADDRESS));
  }

  private ReceivedMessage messages() {
    return gateway
        .engine
        .stores
        .inboundMessages()
        .page(new InboundQuery(TenantId.DEFAULT, InboundQuery.Where.ANY, null, 100, true))
        .items()
        .getFirst();
  }
}
