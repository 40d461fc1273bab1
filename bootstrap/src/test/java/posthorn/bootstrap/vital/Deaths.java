package posthorn.bootstrap.vital;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import posthorn.application.port.VitalThreads;

/** Notes the end of a process that is not ended. */
public final class Deaths {
  private static final long DEADLINE_SECONDS = 60;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
  final AtomicLong nanos = new AtomicLong();
  final LastResort lastResort = new LastResort(err, exitCode::complete);
  final WatchedThreads threads = new WatchedThreads(lastResort, nanos::get);

  public VitalThreads threads() {
    return threads;
  }

  boolean isNone() {
    return !exitCode.isDone();
  }

  /** Waits until the process would have ended, and checks that it said why. */
  public void assertThatItEndedFor(String thread) throws Exception {
    assertThat(exitCode.get(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo(70);
    assertThat(err.toString(UTF_8))
        .startsWith("posthorn: FATAL: ")
        .contains(thread)
        .endsWith("exit code 70 and has to be started again\n");
  }
}
