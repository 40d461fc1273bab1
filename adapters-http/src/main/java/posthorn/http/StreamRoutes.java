package posthorn.http;

import static posthorn.domain.access.Permission.READ;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.feed.FeedPosition;
import posthorn.application.feed.FeedReader;
import posthorn.application.feed.OperatorFeed;
import posthorn.application.port.ApiKeys;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** {@code /v1/stream}: operator events as they happen. */
final class StreamRoutes implements Routes {
  static final String MEDIA = "text/event-stream";

  private static final Logger LOG = LoggerFactory.getLogger(StreamRoutes.class);
  private static final String LAST = "last_event_id";

  /** For the streams to end by themselves when the server stops. */
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final OperatorFeed feed;
  private final Duration heartbeat;
  private final StreamPlaces places;
  private final StreamTexts texts = new StreamTexts();
  private final ApiKeys keys;
  private final InstantSource clock;

  StreamRoutes(HttpServer.UseCases.OfStream settings, ApiKeys keys, InstantSource clock) {
    this.feed = settings.feed();
    this.heartbeat = settings.heartbeat();
    this.places =
        new StreamPlaces(settings.most(), settings.keptForOperators(), settings.mostOfTenant());
    this.keys = keys;
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.get("/v1/stream", READ, this::stream)
        .takes("webhook_id")
        .takes(
            Parameter.matching(
                "type",
                "Those of these types, with commas between; circuit.* are all that begin so",
                "^[A-Za-z_.*]+(,[A-Za-z_.*]+)*$",
                "circuit.*"),
            Parameter.text(
                LAST,
                "Goes on after this event, for clients that cannot send Last-Event-ID",
                FeedPosition.MAX_LENGTH,
                "mjv3k2w0-42"))
        .as(RouteText.streaming("Operator events as they happen, as server-sent events"));
  }

  @Override
  public void stopping() throws InterruptedException {
    feed.close();
    places.empty(FAREWELL);
  }

  private void stream(Context context) throws IOException {
    var parameters = new QueryParameters(context);
    Optional<WebhookId> webhook = parameters.id("webhook_id", WebhookId.PREFIX, WebhookId::new);
    List<String> types =
        parameters.list(
            "type",
            pattern -> !StreamFilter.named(pattern).isEmpty(),
            "must be types of operator events, such as delivery.failed or circuit.*");
    Optional<String> last =
        parameters.valid(
            LAST,
            text -> !text.isEmpty() && text.length() <= FeedPosition.MAX_LENGTH,
            "must be 1 to " + FeedPosition.MAX_LENGTH + " characters");
    parameters.check();

    context
        .status(200)
        .contentType(MEDIA)
        // A proxy that gathers before it passes on would show nothing for long.
        .header("X-Accel-Buffering", "no")
        .disableCompression();
    if (context.method().equals(HandlerType.HEAD)) {
      return;
    }
    Caller caller = Access.callerOf(context);
    boolean operator = caller.key().role() == Role.OPERATOR;
    TenantId shown = operator && context.queryParam(Access.TENANT) == null ? null : caller.tenant();
    var filter = new StreamFilter(shown, webhook.orElse(null), StreamFilter.allOf(types));
    String header = context.header("Last-Event-ID");
    places.take(operator ? null : caller.key().tenant());
    try {
      write(
          context.res().getOutputStream(),
          caller.key(),
          filter,
          header == null ? last.orElse(null) : header);
    } finally {
      places.free();
    }
  }

  private void write(
      OutputStream out, ApiKey key, StreamFilter filter, @Nullable String lastEventId) {
    FeedReader reader = feed.reader(lastEventId);
    var rules = new EventStream.Rules(heartbeat, clock, () -> isStillThere(key));
    try {
      new EventStream(reader, filter, texts, rules, out).run(lastEventId);
    } catch (IOException e) {
      LOG.atDebug().addKeyValue("reason", e.getMessage()).log("The client of a stream is gone");
    } catch (InterruptedException _) {
      // The server stops, and the client does not read.
      Thread.currentThread().interrupt();
    }
  }

  private boolean isStillThere(ApiKey key) {
    return keys.find(key.id()).filter(found -> found.isLive(clock.instant())).isPresent();
  }
}
