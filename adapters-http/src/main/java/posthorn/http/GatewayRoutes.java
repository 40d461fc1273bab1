package posthorn.http;

import static posthorn.http.RouteText.answering;

import io.javalin.http.ContentType;
import io.javalin.http.Context;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import posthorn.application.inbound.InboundRequest;
import posthorn.application.inbound.ReceiveWebhook;
import posthorn.application.inbound.ReceiveWebhook.Result;
import posthorn.domain.inbound.Source;

/** {@code /gateway/webhooks}, where sources send to. */
final class GatewayRoutes implements Routes {
  private final ReceiveWebhook receiveWebhook;
  private final int maxBytes;
  private final ClientAddresses addresses;
  private final InstantSource clock;

  GatewayRoutes(
      ReceiveWebhook receiveWebhook, int maxBytes, ClientAddresses addresses, InstantSource clock) {
    this.receiveWebhook = receiveWebhook;
    this.maxBytes = maxBytes;
    this.addresses = addresses;
    this.clock = clock;
  }

  /**
   * The acknowledgement.
   *
   * @param status {@code routed}, {@code unrouted} or {@code duplicate}
   */
  private record ReceiptView(String inboundId, String status) {}

  @Override
  public void addTo(Api api) {
    api.openPost("/gateway/webhooks/{source_id}", this::receive)
        .as(
            answering(
                "Receives a message from a source, signed as the source's kind signs",
                202,
                ReceiptView.class));
  }

  private void receive(Context context) {
    var request =
        new InboundRequest(
            headersOf(context), source -> bodyOf(context, source), addresses.of(context));
    Instant now = clock.instant();
    switch (receiveWebhook.receive(context.pathParam("source_id"), request, now)) {
      case Result.Accepted(var id, var routing) ->
          context.status(202).json(new ReceiptView(id.value(), routing.wireName()));
      case Result.Duplicate(var first) ->
          context.status(202).json(new ReceiptView(first.value(), "duplicate"));
      case Result.Challenged(String json) -> answerChallenge(context, json);
      // As where there is no route at all.
      case Result.UnknownSource() -> ProblemMapper.answer(context, Problem.notFound("route"));
      case Result.SignatureRefused(String reason) ->
          ProblemMapper.answer(context, Problem.badSignature(reason));
      case Result.TooManyFailures(Instant until) ->
          ProblemMapper.answer(
              context, Problem.tooManyBadSignatures(RateHeaders.seconds(now, until)));
      case Result.LoopDetected(int hops) ->
          ProblemMapper.answer(context, Problem.loopDetected(hops));
      case Result.StorageExceeded(long quota) ->
          ProblemMapper.answer(context, Problem.storageExceeded(quota));
      case Result.WrongMediaType(var given) ->
          ProblemMapper.answer(
              context, Problem.unsupportedMediaType(given == null ? "nothing" : given));
      case Result.MalformedJson() ->
          ProblemMapper.answer(context, Problem.malformedJson("this source sends nothing else"));
      case Result.TooManyParts(int limit) ->
          ProblemMapper.answer(
              context,
              Problem.of(
                  400,
                  "too_many_parts",
                  "The body has too many parts",
                  "it has more than " + limit + " fields and elements; send less in a message"));
    }
  }

  private static void answerChallenge(Context context, String json) {
    if (json.isEmpty()) {
      context.status(204);
    } else {
      context.contentType(ContentType.APPLICATION_JSON).result(json);
    }
  }

  private InboundRequest.Body bodyOf(Context context, Source source) {
    byte[] bytes = BodyIntake.readOfSource(context, maxBytes, source);
    return new InboundRequest.Body(bytes, clock.instant());
  }

  private static Map<String, List<String>> headersOf(Context context) {
    var headers = new LinkedHashMap<String, List<String>>();
    for (String name : Collections.list(context.req().getHeaderNames())) {
      headers.put(name, Collections.list(context.req().getHeaders(name)));
    }
    return headers;
  }
}
