package posthorn.application.inbound;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Ids;
import posthorn.application.port.InboundMessages;
import posthorn.application.port.InboundMessages.Acceptance;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvents;
import posthorn.application.port.Sources;
import posthorn.domain.event.EventType;
import posthorn.domain.event.Hops;
import posthorn.domain.id.IdForm;
import posthorn.domain.inbound.Content;
import posthorn.domain.inbound.InboundId;
import posthorn.domain.inbound.InboundMessage;
import posthorn.domain.inbound.MediaType;
import posthorn.domain.inbound.ReceivedMessage;
import posthorn.domain.inbound.Routing;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.signing.Verification;

/**
 * Takes a message in: sees that its source signed it, commits it together with the event that its
 * route makes of it, and only then acknowledges it. So a message is routed once, and an
 * acknowledged one is never lost.
 */
public final class ReceiveWebhook {
  private static final String CONTENT_TYPE = "content-type";
  private static final byte[] NOTHING = {};

  private final Sources sources;
  private final InboundMessages messages;
  private final Router router;
  private final Ids ids;
  private final OperatorEvents operatorEvents;
  private final Strangers strangers = new Strangers();
  private final LoopNotices loopNotices = new LoopNotices();

  public ReceiveWebhook(
      Sources sources,
      InboundMessages messages,
      Router router,
      Ids ids,
      OperatorEvents operatorEvents) {
    this.sources = sources;
    this.messages = messages;
    this.router = router;
    this.ids = ids;
    this.operatorEvents = operatorEvents;
  }

  /** What became of it. */
  public sealed interface Result {
    record Accepted(InboundId id, Routing routing) implements Result {}

    /** It came before, and was acknowledged then. */
    record Duplicate(InboundId first) implements Result {}

    /** It is a question, to be answered with this JSON, or nothing if empty; nothing is kept. */
    record Challenged(String json) implements Result {}

    /** There is no such source, or it takes nothing. */
    record UnknownSource() implements Result {}

    /** It is not signed, or not rightly, or not lately. */
    record SignatureRefused(String reason) implements Result {}

    /** It is not rightly signed either, and one too many of that address. */
    record TooManyFailures(Instant until) implements Result {}

    /** It has come in and gone out again too often. */
    record LoopDetected(int hops) implements Result {}

    /** The source sends JSON only, and this says that it is something else. */
    record WrongMediaType(@Nullable String given) implements Result {}

    /** The source's tenant has stored as many bytes as it may; nothing is kept. */
    record StorageExceeded(long quota) implements Result {}

    /** The source sends JSON only, and this is none. */
    record MalformedJson() implements Result {}

    /** The body has more fields and elements than that. */
    record TooManyParts(int limit) implements Result {}
  }

  /**
   * Receives; of a message that is refused for its source or its sender, the body is not read.
   *
   * @param sourceId as it stands in the address that the message was sent to
   */
  public Result receive(String sourceId, InboundRequest request, Instant now) {
    Optional<Source> known = find(sourceId);
    // A source that is not there is gone through the same steps.
    Source source = known.orElse(Decoy.SOURCE);
    Verification ofHead = verify(source, request, NOTHING, now);
    if (known.isEmpty()) {
      return strangers
          .failed(source, request.remoteAddress(), now)
          .<Result>map(Result.TooManyFailures::new)
          .orElseGet(Result.UnknownSource::new);
    }
    Duration tolerance = source.settings().tolerance();
    if (isHopeless(ofHead)) {
      return refuse(source, request, Mistake.in(ofHead, tolerance).orElseThrow(), now);
    }
    InboundRequest.Body body = request.readBody(source);
    return Mistake.in(verify(source, request, body.bytes(), body.arrivedAt()), tolerance)
        .map(mistake -> refuse(source, request, mistake, body.arrivedAt()))
        .orElseGet(() -> take(source, request, body));
  }

  /** Whether no body could make it right. */
  private static boolean isHopeless(Verification ofHead) {
    return ofHead instanceof Verification.MissingHeader
        || ofHead instanceof Verification.MalformedHeader
        || ofHead instanceof Verification.TooOld;
  }

  private Verification verify(Source source, InboundRequest request, byte[] body, Instant now) {
    return strangers.check(
        source,
        request.remoteAddress(),
        now,
        () -> source.verifier(now).verify(request.headers(), body, now));
  }

  private Optional<Source> find(String sourceId) {
    return IdForm.matches(SourceId.PREFIX, sourceId)
        ? sources.find(new SourceId(sourceId)).filter(Source::active)
        : Optional.empty();
  }

  private Result refuse(Source source, InboundRequest request, String reason, Instant now) {
    operatorEvents.announce(
        new OperatorEvent.SignatureFailed(
            source.tenant(), source.id(), request.remoteAddress(), reason, 1, now));
    return strangers
        .failed(source, request.remoteAddress(), now)
        .<Result>map(Result.TooManyFailures::new)
        .orElseGet(() -> new Result.SignatureRefused(reason));
  }

  private Result take(Source source, InboundRequest request, InboundRequest.Body body) {
    int hops = request.hops();
    if (Hops.isLoop(hops)) {
      return refuseLoop(source, hops, body.arrivedAt());
    }
    @Nullable String mediaType =
        request.headers().all(CONTENT_TYPE).stream().findFirst().orElse(null);
    boolean jsonOnly = source.settings().requiresJson();
    if (jsonOnly && !MediaType.mayBeJson(mediaType)) {
      return new Result.WrongMediaType(mediaType);
    }
    Optional<Content> read = Content.of(mediaType, body.bytes());
    if (read.isEmpty()) {
      return new Result.TooManyParts(Content.MOST_PARTS);
    }
    Content content = read.get();
    if (jsonOnly && !content.isJson()) {
      return MediaType.isJson(mediaType)
          ? new Result.MalformedJson()
          : new Result.WrongMediaType(mediaType);
    }
    var message = new InboundMessage(request.firstValues(), content.value());
    Optional<String> mistake =
        source
            .settings()
            .untimely(message, body.arrivedAt())
            .flatMap(found -> Mistake.in(found, source.settings().tolerance()));
    if (mistake.isPresent()) {
      return refuse(source, request, mistake.get(), body.arrivedAt());
    }
    Optional<String> answer = answerTo(message, source, request, body);
    if (answer.isPresent()) {
      return new Result.Challenged(answer.get());
    }
    return router
        .roomRefusal(source.tenant(), body.arrivedAt())
        .<Result>map(full -> new Result.StorageExceeded(full.quota()))
        .orElseGet(() -> keep(source, request, message, content, body));
  }

  /** What to answer with, if the message is a question whether this address is ours. */
  private static Optional<String> answerTo(
      InboundMessage message, Source source, InboundRequest request, InboundRequest.Body body) {
    return source
        .settings()
        .kind()
        .challenge()
        .answerTo(
            message,
            text ->
                source
                    .signerOf(request.headers(), body.bytes(), body.arrivedAt())
                    .flatMap(key -> key.hexMacOf(text)));
  }

  private Result refuseLoop(Source source, int hops, Instant now) {
    int untold = loopNotices.refused(source.id(), now);
    if (untold > 0) {
      operatorEvents.announce(
          new OperatorEvent.LoopRefused(source.tenant(), source.id(), untold, now));
    }
    return new Result.LoopDetected(hops);
  }

  private Result keep(
      Source source,
      InboundRequest request,
      InboundMessage message,
      Content content,
      InboundRequest.Body body) {
    Instant now = body.arrivedAt();
    @Nullable EventType type = source.settings().typeOf(message).orElse(null);
    Router.Course course = router.courseOf(source, type, content.data(), message.hops(), now);
    var received =
        new ReceivedMessage(
            new InboundId(ids.next(InboundId.PREFIX, now)),
            source.tenant(),
            source.id(),
            source.settings().messageId(message, body.bytes()).orElse(null),
            type,
            new ReceivedMessage.Origin(
                now, request.remoteAddress().text(), request.storedHeaders(source.settings())),
            content.data(),
            course.routing(),
            ReceivedMessage.Repeats.NONE);
    return switch (accept(received, course)) {
      case Acceptance.Accepted(long sequence) -> {
        router.written(course, sequence);
        yield new Result.Accepted(received.id(), received.routing());
      }
      case Acceptance.SeenBefore(InboundId first) -> {
        router.dropped(course);
        yield new Result.Duplicate(first);
      }
    };
  }

  private Acceptance accept(ReceivedMessage received, Router.Course course) {
    try {
      return messages.accept(received, course.publication());
    } catch (RuntimeException e) {
      router.dropped(course);
      throw e;
    }
  }
}
