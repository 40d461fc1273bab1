package posthorn.bench;

import io.javalin.Javalin;

/** A server on Javalin that reads what is posted to it, and does nothing with it. */
final class EmptyHandler {
  private static final int ACCEPTED = 202;

  /** As long as the answer to an event. */
  private static final String ANSWER =
      "{\"event_id\":\"evt_" + "0".repeat(26) + "\",\"deliveries\":1}";

  private EmptyHandler() {}

  public static void main(String[] args) {
    announce(start(() -> {}));
  }

  /** Listens; does the work for each request before it answers. */
  static Javalin start(Runnable work) {
    return Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              config.startup.showOldJavalinVersionWarning = false;
              config.concurrency.useVirtualThreads = true;
              config.routes.post(
                  PublishRequest.PATH,
                  context -> {
                    byte[] _ = context.bodyAsBytes();
                    work.run();
                    context.status(ACCEPTED).contentType("application/json").result(ANSWER);
                  });
            })
        .start("127.0.0.1", 0);
  }

  static void announce(Javalin javalin) {
    System.out.println(ChildProcess.READY + "http://127.0.0.1:" + javalin.port());
  }
}
