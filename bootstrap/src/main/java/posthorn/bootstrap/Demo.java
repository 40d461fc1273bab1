package posthorn.bootstrap;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.google.inject.Injector;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import posthorn.application.feed.FeedReader;
import posthorn.application.feed.OperatorFeed;
import posthorn.application.feed.Reading;
import posthorn.application.port.OperatorEvent;
import posthorn.application.publish.PublishEvent;
import posthorn.application.webhooks.CreateWebhook;
import posthorn.application.webhooks.CreateWebhook.Command;
import posthorn.application.webhooks.CreateWebhook.Result;
import posthorn.application.webhooks.CreateWebhook.Result.Created;
import posthorn.domain.circuit.CircuitConfig;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookSettings;
import posthorn.receiver.LoopbackReceiver;
import posthorn.receiver.Order;
import posthorn.receiver.RemoteControl;

/** A receiver that can be told to fail, a webhook that leads to it, and sample traffic. */
final class Demo implements Companion {
  /** A circuit that opens is soon tried again: whoever has mended the receiver wants to see it. */
  private static final CircuitConfig CIRCUIT =
      new CircuitConfig(true, 50, 10, Duration.ofSeconds(30), Duration.ofSeconds(5), 3, null);

  private static final Duration PATIENCE = Duration.ofHours(1);

  private final PrintStream out;
  private final Map<String, String> environment;
  private final Paint paint;
  private final DemoLines lines;
  private @Nullable DemoKey key;
  private @Nullable RemoteControl control;
  private @Nullable LoopbackReceiver receiver;
  private @Nullable SampleTraffic traffic;

  Demo(PrintStream out, Map<String, String> environment) {
    this.out = out;
    this.environment = environment;
    paint = new Paint(Terminal.hasColours(environment));
    lines = new DemoLines(paint, ZoneId.systemDefault());
  }

  @Override
  public Consumer<String> newOperatorKey(Path dataDir, PrintStream out) {
    key = new DemoKey(NewOperatorKey.fileIn(dataDir), Terminal.isThere());
    return key;
  }

  @Override
  public void start(Injector server, URI address) throws IOException {
    var socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    URI receiverAddress = URI.create("http://127.0.0.1:" + socket.getLocalPort());
    InstantSource clock = server.getInstance(InstantSource.class);
    var signatures = new DemoSignatures(register(server, receiverAddress).secret().current());
    var controlled =
        new RemoteControl((request, order) -> {
          Instant now = clock.instant();
          out.println(lines.received(request, signatures.of(request, now), order, now));
        });
    controlled.give(Order.FLAKY);
    control = controlled;
    receiver = new LoopbackReceiver(socket, controlled);
    explain(address, receiverAddress);
    listen(server.getInstance(OperatorFeed.class));
    traffic = new SampleTraffic(server.getInstance(PublishEvent.class), clock);
    traffic.start();
  }

  private static Webhook register(Injector server, URI receiver) {
    Flow flow = Flow.DEFAULT;
    WebhookSettings settings =
        WebhookSettings.of(
                new WebhookUrl(receiver.resolve("/hook")), List.of(new EventTypePattern("*")))
            .with(
                new Flow(
                    flow.ordering(),
                    flow.onHeadFailure(),
                    flow.maxInFlight(),
                    flow.rateLimit(),
                    CIRCUIT));
    Result result =
        server
            .getInstance(CreateWebhook.class)
            .create(
                new Command(TenantId.DEFAULT, settings, null, null, true, false),
                server.getInstance(InstantSource.class).instant());
    if (!(result instanceof Created(Webhook webhook))) {
      throw new IllegalStateException("the demo's webhook could not be registered: " + result);
    }
    return webhook;
  }

  private void explain(URI server, URI receiver) {
    String keyLine = key == null ? "" : key.line(environment);
    String order = receiver + RemoteControl.TARGET;
    out.println(
        """

        %s
        An event a second goes to the demo's own receiver, which fails now and then. Its data is temporary; Ctrl-C ends it.

        In another terminal, paste the key, then look at what became of the last events:
          %s
          %s

        The API, to be tried in a browser:
          %s

        Make the receiver bad, and good again, and see retries and the circuit breaker (also: %s):
          %s
          %s
        """
            .formatted(
                paint.strong("posthorn demo"),
                paint.strong(keyLine),
                paint.strong(
                    "curl -s '"
                        + server
                        + "/v1/deliveries?limit=5' -H \"Authorization: Bearer $KEY\""),
                paint.strong(server + "/docs"),
                Order.OTHERS,
                paint.strong("curl -X POST " + order + " -d status=500"),
                paint.strong("curl -X POST " + order + " -d ok")));
  }

  /** The demo says what becomes of deliveries, shorter than the log would. */
  static void quietLog() {
    level(org.slf4j.Logger.ROOT_LOGGER_NAME, Level.WARN);
    level(OperatorEvent.TOPIC, Level.OFF);
  }

  private static void level(String logger, Level level) {
    if (LoggerFactory.getLogger(logger) instanceof Logger configurable) {
      configurable.setLevel(level);
    }
  }

  private void listen(OperatorFeed feed) {
    FeedReader beginning = feed.reader(null);
    Thread _ = Thread.ofVirtual().name("demo").start(() -> tellAll(feed, beginning));
  }

  private void tellAll(OperatorFeed feed, FeedReader beginning) {
    try {
      FeedReader reader = beginning;
      while (true) {
        switch (reader.next(PATIENCE)) {
          case Reading.Found(var entries, _) ->
              entries.forEach(entry -> lines.announced(entry.event()).ifPresent(out::println));
          case Reading.FellBehind _ -> reader = feed.reader(null);
          case Reading.Ended() -> {
            return;
          }
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void beforeStop() {
    if (traffic != null) {
      traffic.close();
    }
    // What is under way ends well where it still can.
    if (control != null) {
      control.give(Order.OK);
    }
  }

  @Override
  public void afterStop() {
    try {
      if (receiver != null) {
        receiver.close();
      }
    } catch (IOException _) {
      // The process ends, and its port with it.
    }
  }
}
