package posthorn.http;

import java.util.concurrent.Executors;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Requests run on virtual threads; what hands them out runs on real ones, so that it never queues
 * behind all that virtual threads do.
 */
final class HttpThreads extends QueuedThreadPool {
  HttpThreads() {
    setName("http");
    setDaemon(true);
    setReservedThreads(0);
    setVirtualThreadsExecutor(
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("http-request").factory()));
  }

  /** Jetty would log an error and go on, also without memory. */
  @Override
  protected void runJob(Runnable job) {
    try {
      job.run();
    } catch (Error e) {
      UncaughtErrors.report(e);
      throw e;
    }
  }
}
