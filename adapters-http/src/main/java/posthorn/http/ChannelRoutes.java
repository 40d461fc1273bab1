package posthorn.http;

import static posthorn.domain.access.Permission.MANAGE;
import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.answering;
import static posthorn.http.RouteText.listing;
import static posthorn.http.RouteText.silent;

import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.alerts.ChangeChannel;
import posthorn.application.alerts.CreateChannel;
import posthorn.application.alerts.Target;
import posthorn.application.alerts.TestChannel;
import posthorn.domain.alert.Channel;
import posthorn.domain.alert.ChannelId;
import posthorn.domain.alert.NotificationChannel;
import posthorn.domain.alert.NotificationChannel.Taking;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/** {@code /v1/notification-channels}: where alerts are told. */
final class ChannelRoutes implements Routes {
  private static final String PATH = "/v1/notification-channels";
  private static final String ONE = PATH + "/{id}";
  private static final String KIND = "notification channel";

  private final HttpServer.UseCases.OfAlerts alerts;
  private final HttpServer.UseCases.OfChannels useCases;
  private final ChannelFields reader;
  private final ChannelAnswers answers;
  private final TestPlaces tests;
  private final InstantSource clock;

  ChannelRoutes(
      HttpServer.UseCases.OfAlerts alerts,
      ChannelFields reader,
      ChannelAnswers answers,
      TestPlaces tests,
      InstantSource clock) {
    this.alerts = alerts;
    this.useCases = alerts.channels();
    this.reader = reader;
    this.answers = answers;
    this.tests = tests;
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.post(PATH, MANAGE, this::create)
        .as(
            answering("Adds a channel; its secret is shown only this once", 201, ChannelView.class)
                .taking("NotificationChannelRequest"));
    api.get(PATH, READ, this::list)
        .takes("limit", "cursor")
        .as(listing("Lists the channels", ChannelView.class));
    api.get(ONE, READ, this::show).as(answering("Shows a channel", 200, ChannelView.class));
    RouteText change =
        answering("Changes what is mentioned; null clears it", 200, ChannelView.class)
            .taking("NotificationChannelChange");
    api.put(ONE, MANAGE, this::change).as(change);
    api.patch(ONE, MANAGE, this::change).as(change);
    api.delete(ONE, MANAGE, this::remove).as(silent("Removes a channel, and what it has not sent"));
    api.post(ONE + "/test", MANAGE, this::test)
        .as(answering("Sends a test, and says whether it worked", 200, ChannelTestView.class));
  }

  /** What came of a test. */
  record ChannelTestView(boolean ok, @Nullable String error) {}

  private void create(Context context) {
    RequestFields fields = RequestBody.fields(context, ChannelFields.DEPTH);
    TenantId tenant = AlertLevel.of(context, fields);
    Access.changes(context, tenant);
    fields.require("type");
    Optional<String> kind = reader.kindOf(fields);
    String name = reader.nameOf(fields, null);
    Taking taking = reader.takingOf(fields, Taking.ALL);
    Optional<Target> target =
        kind.flatMap(
            known -> reader.targetOf(readerOf(context, tenant, fields), known, null, null));
    fields.check();

    var command = new CreateChannel.Command(tenant, name, target.orElseThrow(), taking);
    switch (useCases.createChannel().create(command, clock.instant())) {
      case CreateChannel.Result.Created(NotificationChannel channel, SigningSecret secret) -> {
        AuditTrail.created(context, answers.viewOf(channel));
        context
            .status(201)
            .header("Location", PATH + "/" + channel.id())
            .json(answers.withSecret(channel, secret));
      }
      case CreateChannel.Result.TooMany(int limit) ->
          ProblemMapper.answer(
              context,
              Problem.of(
                  422,
                  "too_many_channels",
                  "There are too many notification channels",
                  "there may be " + limit));
    }
  }

  private static ChannelFields.Reader readerOf(
      Context context, @Nullable TenantId tenant, RequestFields fields) {
    return new ChannelFields.Reader(ownerOf(tenant), fields, AlertLevel.isOperator(context));
  }

  /** In whose name something is sent or looked up for a channel of that tenant or the server. */
  private static TenantId ownerOf(@Nullable TenantId tenant) {
    return tenant == null ? TenantId.SYSTEM : tenant;
  }

  private void list(Context context) {
    var parameters = new QueryParameters(context);
    int limit = parameters.limit();
    String after =
        parameters.id("cursor", ChannelId.PREFIX, ChannelId::new).map(ChannelId::value).orElse("");
    parameters.check();

    TenantId tenant = AlertLevel.of(context);
    List<NotificationChannel> found =
        alerts.stores().channels().all().stream()
            .filter(channel -> isOf(tenant, channel))
            .filter(channel -> channel.id().value().compareTo(after) > 0)
            .limit(limit + 1L)
            .toList();
    context.json(
        PageView.of(
            found, limit, each -> answers.viewOf(context, each), last -> last.id().value()));
  }

  private static boolean isOf(@Nullable TenantId tenant, NotificationChannel channel) {
    return tenant == null || tenant.equals(channel.tenant());
  }

  private NotificationChannel find(Context context) {
    TenantId tenant = AlertLevel.of(context);
    ChannelId id = PathIds.of(context, "id", ChannelId.PREFIX, KIND, ChannelId::new);
    return alerts
        .stores()
        .channels()
        .find(id)
        .filter(channel -> isOf(tenant, channel))
        .orElseThrow(() -> new ProblemException(Problem.notFound(KIND)));
  }

  private NotificationChannel findToChange(Context context) {
    NotificationChannel found = find(context);
    Access.changes(context, found.tenant());
    return found;
  }

  private void show(Context context) {
    context.json(answers.viewOf(context, find(context)));
  }

  private void change(Context context) {
    NotificationChannel seen = findToChange(context);
    RequestFields fields = RequestBody.fields(context, ChannelFields.DEPTH);
    String kind = seen.channel().kind();
    Optional<String> named = reader.kindOf(fields);
    if (named.isPresent() && !named.get().equals(kind)) {
      fields.reject("type", "cannot be changed");
    }
    String name = reader.nameOf(fields, seen.name());
    Taking taking = reader.takingOf(fields, seen.taking());
    Optional<Target> target =
        reader.targetOf(
            readerOf(context, seen.tenant(), fields), kind, seen.channel(), urlOf(seen));
    fields.check();

    ChannelView before = answers.viewOf(seen);
    var command = new ChangeChannel.Command(seen, name, target.orElseThrow(), taking);
    switch (useCases.changeChannel().change(command, clock.instant())) {
      case ChangeChannel.Result.Changed(NotificationChannel channel) -> {
        ChannelView after = answers.viewOf(channel);
        AuditTrail.changed(context, before, after);
        context.json(after);
      }
      case ChangeChannel.Result.Outdated() -> ProblemMapper.answer(context, Problem.outdated());
    }
  }

  private @Nullable WebhookUrl urlOf(NotificationChannel channel) {
    return channel.channel() instanceof Channel.Webhook(WebhookId id)
        ? useCases.webhooks().find(id).map(Webhook::url).orElse(null)
        : null;
  }

  private void remove(Context context) {
    NotificationChannel seen = findToChange(context);
    ChannelView before = answers.viewOf(seen);
    if (!useCases.removeChannel().remove(seen, clock.instant())) {
      throw new ProblemException(Problem.notFound(KIND));
    }
    AuditTrail.removed(context, before);
    context.status(204);
  }

  private void test(Context context) {
    NotificationChannel channel = findToChange(context);
    try (TestPlaces.Place _ = tests.take(ownerOf(channel.tenant()))) {
      TestChannel.Result result = useCases.testChannel().test(channel, clock.instant());
      context.json(new ChannelTestView(result.error() == null, result.error()));
    }
  }
}
