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
    int port = start().port();
    System.out.println(ChildProcess.READY + "http://127.0.0.1:" + port);
  }

  static Javalin start() {
    return Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              config.startup.showOldJavalinVersionWarning = false;
              config.concurrency.useVirtualThreads = true;
              config.routes.post(
                  PublishRequest.PATH,
                  context -> {
                    byte[] _ = context.bodyAsBytes();
                    context.status(ACCEPTED).contentType("application/json").result(ANSWER);
                  });
            })
        .start("127.0.0.1", 0);
  }
}
