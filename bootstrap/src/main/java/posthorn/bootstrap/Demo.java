package posthorn.bootstrap;

import com.google.inject.Injector;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Webhooks;
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
import posthorn.domain.webhook.WebhookSettings;
import posthorn.receiver.LoopbackReceiver;
import posthorn.receiver.Order;
import posthorn.receiver.RemoteControl;
import posthorn.receiver.Request;

/** A receiver that can be told to fail, a webhook that leads to it, and sample traffic. */
final class Demo implements Companion {
  /** A circuit that opens is soon tried again: whoever has mended the receiver wants to see it. */
  private static final CircuitConfig CIRCUIT =
      new CircuitConfig(true, 50, 10, Duration.ofSeconds(30), Duration.ofSeconds(5), 3, null);

  private final PrintStream out;
  private final RemoteControl control;
  private @Nullable LoopbackReceiver receiver;
  private @Nullable SampleTraffic traffic;

  Demo(PrintStream out) {
    this.out = out;
    control = new RemoteControl(this::tell);
  }

  @Override
  public void start(Injector server, URI address) throws IOException {
    if (!server.getInstance(Webhooks.class).of(TenantId.DEFAULT).isEmpty()) {
      throw new IllegalStateException(
          "the demo needs a data folder of its own: this one has webhooks, and sample events would"
              + " go to them");
    }
    var listening =
        new LoopbackReceiver(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), control);
    receiver = listening;
    URI receiverAddress = URI.create("http://127.0.0.1:" + listening.port());
    register(server, receiverAddress);
    explain(address, receiverAddress);
    traffic =
        new SampleTraffic(
            server.getInstance(PublishEvent.class), server.getInstance(InstantSource.class));
    traffic.start();
  }

  private static void register(Injector server, URI receiver) {
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
    if (!(result instanceof Created)) {
      throw new IllegalStateException("the demo's webhook could not be registered: " + result);
    }
  }

  private void explain(URI server, URI receiver) {
    out.printf(
        """
        posthorn demo sends an event a second to its own receiver. Try, with the operator key as $KEY:
          the API            %1$s/docs
          what became of it  curl -s '%1$s/v1/deliveries?limit=5' -H "Authorization: Bearer $KEY"
          a bad receiver     curl -X POST %2$s%3$s -d status=500
          and a good one     curl -X POST %2$s%3$s -d ok
          all its orders     %4$s
        """,
        server, receiver, RemoteControl.TARGET, Order.WORDS);
  }

  private void tell(Request request, Order order) {
    out.printf(
        "posthorn demo received %s %s, attempt %s: %s%n",
        request.header("X-Webhook-Event").orElse("?"),
        request.header("webhook-id").orElse("?"),
        request.header("X-Webhook-Attempt").orElse("?"),
        order.text());
  }

  @Override
  public void beforeStop() {
    if (traffic != null) {
      traffic.close();
    }
    // What is under way ends well where it still can.
    control.give(Order.OK);
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
