package posthorn.http;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.json.JavalinJackson3;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ThreadPool;
import posthorn.application.access.Authenticate;
import posthorn.application.port.Deliveries;
import posthorn.application.publish.PublishEvent;
import posthorn.application.replay.RetryNow;
import posthorn.application.webhooks.CreateWebhook;

/** The server: listens from {@link #start} to {@link #close}. */
public final class HttpServer implements AutoCloseable {
  /**
   * For each answer a buffer of this size is made and thrown away. Most answers have a hundred
   * bytes; Javalin's own buffer was two thirds of all that publishing allocated.
   */
  private static final int COPY_BYTES = 4 * 1024;

  private final Settings settings;
  private final Javalin javalin;

  /**
   * Where to listen, how to stop, and what to tell about the rest of the server.
   *
   * @param port 0 for any that is free
   * @param stopTimeout for the requests that are being answered when the server closes
   * @param maxInFlightPerWebhook where a webhook does not say otherwise; shown with it
   */
  public record Settings(String host, int port, Duration stopTimeout, int maxInFlightPerWebhook) {}

  /** What the API can do. */
  public record UseCases(
      Authenticate authenticate,
      CreateWebhook createWebhook,
      PublishEvent publishEvent,
      RetryNow retryNow,
      Deliveries deliveries) {}

  /**
   * Prepares the server.
   *
   * @param ready whether the server is able to do its work, for {@code /readyz}
   */
  public HttpServer(
      Settings settings, UseCases useCases, InstantSource clock, BooleanSupplier ready) {
    this.settings = settings;
    this.javalin = Javalin.create(config -> configure(config, useCases, clock, ready));
  }

  private void configure(
      JavalinConfig config, UseCases useCases, InstantSource clock, BooleanSupplier ready) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.jetty.threadPool = threads();
    config.http.prefer405over404 = true;
    config.http.responseBufferSize = COPY_BYTES;
    config.jsonMapper(new JavalinJackson3(Json.MAPPER, true));
    config.jetty.modifyServer(server -> server.setStopTimeout(settings.stopTimeout().toMillis()));
    // Without it, Jetty closes connections whose requests are still being answered.
    config.jetty.modifyServletContextHandler(
        context -> context.insertHandler(new GracefulHandler()));
    config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));

    ProblemMapper.register(config.routes);
    new Access(useCases.authenticate()).register(config.routes);
    new HealthRoutes(ready).register(config.routes);
    new WebhookRoutes(useCases.createWebhook(), settings.maxInFlightPerWebhook(), clock)
        .register(config.routes);
    new EventRoutes(useCases.publishEvent(), clock).register(config.routes);
    new DeliveryRoutes(useCases.deliveries(), useCases.retryNow(), clock).register(config.routes);
  }

  /**
   * Requests run on virtual threads; what hands them out runs on real ones, so that it never queues
   * behind all that virtual threads do.
   */
  private static ThreadPool threads() {
    var threads = new QueuedThreadPool();
    threads.setName("http");
    threads.setDaemon(true);
    threads.setReservedThreads(0);
    threads.setVirtualThreadsExecutor(
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("http-request").factory()));
    return threads;
  }

  /** Listens; returns the port, also where any free one was asked for. */
  public int start() {
    return javalin.start(settings.host(), settings.port()).port();
  }

  /** Lets the requests that are being answered finish, within the stop timeout. */
  @Override
  public void close() {
    javalin.stop();
  }
}
