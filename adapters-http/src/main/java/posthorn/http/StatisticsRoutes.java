package posthorn.http;

import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.answering;

import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import posthorn.application.port.DeadLetters;
import posthorn.application.port.Statistics;
import posthorn.application.port.Statistics.Range;
import posthorn.application.port.Webhooks;
import posthorn.application.webhooks.ControlCircuit;
import posthorn.domain.deadletter.DeadLetterFilter;
import posthorn.domain.statistics.Tally;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/** How webhooks are doing and have done: their health, and what was counted. */
final class StatisticsRoutes implements Routes {
  private static final Duration A_DAY = Duration.ofDays(1);
  private static final int MAX_BUCKETS = 2_000;
  private static final String DEFAULT_BUCKET = "5m";
  private static final Map<String, Duration> BUCKETS =
      Map.of(
          "1m", Duration.ofMinutes(1),
          "5m", Duration.ofMinutes(5),
          "1h", Duration.ofHours(1),
          "1d", A_DAY);
  private static final Map<String, String> BUCKET_NAMES =
      BUCKETS.keySet().stream().collect(Collectors.toMap(Function.identity(), name -> name));

  private final Statistics statistics;
  private final DeadLetters letters;
  private final Webhooks webhooks;
  private final ControlCircuit controlCircuit;
  private final InstantSource clock;

  StatisticsRoutes(
      Statistics statistics,
      DeadLetters letters,
      HttpServer.UseCases.OfWebhooks useCases,
      InstantSource clock) {
    this.statistics = statistics;
    this.letters = letters;
    this.webhooks = useCases.webhooks();
    this.controlCircuit = useCases.controlCircuit();
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.get("/v1/webhooks/{id}/health", READ, this::health)
        .as(answering("Shows its circuit and how it did lately", 200, WebhookHealthView.class));
    api.get("/v1/webhooks/{id}/stats", READ, this::stats)
        .takes("from", "to")
        .as(answering("Counts what became of its deliveries", 200, WebhookStatsView.class));
    api.get("/v1/stats/timeseries", READ, this::timeseries)
        .takes("from", "to", "webhook")
        .takes(Parameter.words("bucket", "How long each is; 5m unless said", BUCKETS.keySet()))
        .as(answering("Counts and durations by bucket of time", 200, TimeseriesView.class));
  }

  private void health(Context context) {
    Webhook webhook = WebhookAnswers.find(webhooks, context);
    Instant now = clock.instant();
    var circuit =
        controlCircuit
            .see(webhook.tenant(), webhook.id(), now)
            .orElseThrow(() -> new ProblemException(Problem.notFound(WebhookAnswers.KIND)));
    var counted =
        new WebhookHealthView.Counted(
            counted(webhook, now.minus(Duration.ofMinutes(5)), now),
            counted(webhook, now.minus(Duration.ofHours(1)), now),
            counted(webhook, now.minus(A_DAY), now),
            counted(webhook, Instant.EPOCH, now));
    int dead = letters.count(webhook.tenant(), DeadLetterFilter.unreplayedOf(webhook.id()), now);
    context.json(WebhookHealthView.of(webhook, circuit, counted, dead));
  }

  /** What was counted up to now, the present minute included. */
  private Tally counted(Webhook webhook, Instant from, Instant now) {
    return statistics.total(new Range(webhook.tenant(), webhook.id(), from, now.plusMillis(1)));
  }

  private void stats(Context context) {
    var parameters = new QueryParameters(context);
    Span times = timesOf(parameters);
    parameters.check();
    Webhook webhook = WebhookAnswers.find(webhooks, context);
    Tally tally =
        statistics.total(new Range(webhook.tenant(), webhook.id(), times.from(), times.to()));
    context.json(WebhookStatsView.of(webhook.id(), times.from(), times.to(), tally));
  }

  private void timeseries(Context context) {
    var parameters = new QueryParameters(context);
    Span times = timesOf(parameters);
    String name = parameters.oneOf("bucket", BUCKET_NAMES).orElse(DEFAULT_BUCKET);
    WebhookId webhook = parameters.id("webhook", WebhookId.PREFIX, WebhookId::new).orElse(null);
    Duration bucket = BUCKETS.getOrDefault(name, A_DAY);
    Instant first = startOf(times.from(), bucket);
    long count = bucketsBetween(first, times.to(), bucket);
    if (count > MAX_BUCKETS) {
      parameters.reject(
          "bucket", "must be longer: from and to are " + count + " of it, at most " + MAX_BUCKETS);
    }
    parameters.check();

    var range = new Range(Access.tenantOf(context), webhook, first, times.to());
    context.json(
        new TimeseriesView(
            name,
            first,
            times.to(),
            TimeseriesView.items(statistics.series(range, bucket), first, bucket, count)));
  }

  private record Span(Instant from, Instant to) {}

  /** The last day, unless the request says otherwise. */
  private Span timesOf(QueryParameters parameters) {
    Instant to =
        parameters.time("to").orElseGet(() -> clock.instant().truncatedTo(ChronoUnit.MILLIS));
    Instant from = parameters.time("from").orElse(to.minus(A_DAY));
    parameters.requireOrder("from", from, "to", to);
    return new Span(from, to);
  }

  private static Instant startOf(Instant time, Duration bucket) {
    return time.minusMillis(Math.floorMod(time.toEpochMilli(), bucket.toMillis()));
  }

  private static long bucketsBetween(Instant first, Instant to, Duration bucket) {
    return Math.ceilDiv(to.toEpochMilli() - first.toEpochMilli(), bucket.toMillis());
  }
}
