package posthorn.application.inbound;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import posthorn.application.testing.Hmacs;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.TestEngine;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.inbound.ProviderPreset;
import posthorn.domain.inbound.Route;
import posthorn.domain.inbound.RouteId;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.inbound.SourceSettings;
import posthorn.domain.net.ClientAddress;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.VerificationKey;
import posthorn.domain.tenant.TenantId;

/** The engine in memory with what receives for it, and somebody who signs as GitHub does. */
final class Gateway {
  static final String SECRET = "It's a Secret to Everybody";
  static final String ADDRESS = "192.0.2.7";

  /** Of how many requests the body was read. */
  final AtomicInteger bodiesRead = new AtomicInteger();

  final TestEngine engine = TestEngine.inMemory();
  final SequentialIds ids = new SequentialIds();
  final Router router = new Router(engine.stores.inboundRoutes(), engine.admission, engine.drafts);
  final ReceiveWebhook receiveWebhook =
      new ReceiveWebhook(
          engine.stores.sources(),
          engine.stores.inboundMessages(),
          router,
          ids,
          engine.announced::add);
  final RerouteMessage rerouteMessage =
      new RerouteMessage(engine.stores.sources(), engine.stores.inboundMessages(), router);

  Source source(String kind) {
    return source(SourceSettings.of(ProviderPreset.named(kind).orElseThrow()), true);
  }

  Source source(SourceSettings settings, boolean active) {
    Instant now = engine.time.now();
    var source =
        new Source(
            new SourceId(ids.next(SourceId.PREFIX, now)),
            TenantId.DEFAULT,
            settings.kind().name(),
            settings,
            RotatingSecret.of(new VerificationKey(SECRET)),
            active,
            1,
            now,
            now);
    engine.stores.sources().add(source);
    return source;
  }

  Route route(Source source, String eventType, String intent, String target) {
    var route =
        Route.of(
            new RouteId(ids.next(RouteId.PREFIX, engine.time.now())),
            source.tenant(),
            new Route.Rule(
                source.id(), new EventTypePattern(eventType), new EventType(intent), target),
            engine.time.now());
    engine.stores.inboundRoutes().addIfSourceRemains(route);
    return route;
  }

  ReceiveWebhook.Result receive(Source source, InboundRequest request) {
    return receiveWebhook.receive(source.id().value(), request, engine.time.now());
  }

  /** What GitHub sends about a pull request that was opened. */
  InboundRequest opened(String delivery) {
    return fromGithub(delivery, "{\"action\":\"opened\",\"number\":7}", ADDRESS);
  }

  InboundRequest fromGithub(String delivery, String body, String address) {
    return request(
        Map.of(
            "X-GitHub-Event",
            "pull_request",
            "X-GitHub-Delivery",
            delivery,
            "Content-Type",
            "application/json",
            "X-Hub-Signature-256",
            "sha256=" + Hmacs.hex(SECRET, body)),
        body,
        address);
  }

  /** The same from somebody who says that it has come in so often before. */
  InboundRequest opened(String delivery, String hops) {
    String body = "{\"action\":\"opened\",\"number\":7}";
    return request(
        Map.of(
            "X-GitHub-Event",
            "pull_request",
            "X-GitHub-Delivery",
            delivery,
            "Content-Type",
            "application/json",
            "posthorn-hops",
            hops,
            "X-Hub-Signature-256",
            "sha256=" + Hmacs.hex(SECRET, body)),
        body,
        ADDRESS);
  }

  InboundRequest request(Map<String, String> headers, String body, String address) {
    var lists = new LinkedHashMap<String, List<String>>();
    headers.forEach((name, value) -> lists.put(name, List.of(value)));
    return new InboundRequest(
        lists,
        _ -> {
          bodiesRead.incrementAndGet();
          return new InboundRequest.Body(body.getBytes(UTF_8), engine.time.now());
        },
        ClientAddress.parse(address).orElseThrow());
  }
}
