package posthorn.bootstrap.vital;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process at once when it cannot go on as a whole. Nothing is lost by that: what was
 * acknowledged is on disk. No shutdown hook runs, since one might wait for the thread that died.
 * All that it needs is there from the start: there may be no memory left.
 */
public final class LastResort implements Thread.UncaughtExceptionHandler {
  /** What a supervisor sees; the number that BSD's {@code sysexits} has for internal errors. */
  public static final int EXIT_CODE = 70;

  /** If the log cannot be written to, the process still ends. */
  private static final Duration TIME_FOR_THE_LOG = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(LastResort.class);

  private final OutputStream err;
  private final IntConsumer halt;
  private final AtomicBoolean ending = new AtomicBoolean();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final byte[] lineAboutAnError = line("an error leaves the server half dead");
  private volatile byte[] lastLine = lineAboutAnError;

  /**
   * One that does what it is told instead of halting the process.
   *
   * @param err where the last line is written to
   * @param halt is given the exit code
   */
  public LastResort(OutputStream err, IntConsumer halt) {
    this.err = err;
    this.halt = halt;
  }

  /** The one that halts this process; handles what no thread catches. */
  public static LastResort ofProcess() {
    var lastResort =
        new LastResort(new FileOutputStream(FileDescriptor.err), Runtime.getRuntime()::halt);
    Thread.ofPlatform().daemon().name("last-resort").start(lastResort::haltInAnyCase);
    Thread.setDefaultUncaughtExceptionHandler(lastResort);
    return lastResort;
  }

  /** The last line about the death of that thread. */
  static byte[] lineAbout(String thread) {
    return line("the thread " + thread + ", which the server cannot do without, has died");
  }

  private static byte[] line(String what) {
    return ("posthorn: FATAL: "
            + what
            + "; the process ends with exit code "
            + EXIT_CODE
            + " and has to be started again\n")
        .getBytes(UTF_8);
  }

  /**
   * An error that no thread has caught. Most are the matter of the request or attempt that met
   * them; after some the process cannot be relied on any more, wherever they were met.
   */
  @Override
  public void uncaughtException(Thread thread, Throwable failure) {
    if (isFatal(failure)) {
      end(lineAboutAnError, failure);
      return;
    }
    LOG.atError()
        .setCause(failure)
        .addKeyValue("thread", thread.getName())
        .log("A thread ended with an unexpected error; the others go on");
  }

  /**
   * No memory, a broken virtual machine, or classes that cannot be loaded. A stack that has
   * overflowed is free again once the error has passed through it.
   */
  private static boolean isFatal(Throwable failure) {
    return failure instanceof LinkageError
        || (failure instanceof VirtualMachineError && !(failure instanceof StackOverflowError));
  }

  /** Logs the failure, writes the line as the last one, and ends the process. */
  void end(byte[] line, Throwable failure) {
    if (ending.getAndSet(true)) {
      return;
    }
    lastLine = line;
    begun.countDown();
    try {
      LOG.error("The server cannot go on, and ends", failure);
    } catch (Throwable _) {
      // There may be no memory for it. The line below needs none.
    } finally {
      writeLastLineAndHalt();
    }
  }

  private void haltInAnyCase() {
    try {
      begun.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return;
    }
    long start = System.nanoTime();
    while (System.nanoTime() - start < TIME_FOR_THE_LOG.toNanos()) {
      LockSupport.parkNanos(TIME_FOR_THE_LOG.toNanos());
    }
    halt.accept(EXIT_CODE);
  }

  private void writeLastLineAndHalt() {
    try {
      err.write(lastLine);
      err.flush();
    } catch (IOException _) {
      // It is not read.
    } finally {
      halt.accept(EXIT_CODE);
    }
  }
}
