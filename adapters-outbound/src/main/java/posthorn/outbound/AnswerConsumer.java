package posthorn.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.jspecify.annotations.Nullable;
import posthorn.domain.field.PlainText;

/**
 * Reads an answer as far as it is wanted: the status line, which is the verdict, and the first
 * bytes of the body, for people. A little more of the body is read and dropped, so that the
 * connection can be used again; beyond that the answer counts as complete and the rest is cut off.
 *
 * <p>After a head that says success, the body has a second: the delivery is settled, and a receiver
 * that drips its body must not hold a place for its whole timeout.
 */
final class AnswerConsumer extends AbstractBinResponseConsumer<Boolean>
    implements FutureCallback<Boolean>, Deadlines.Watched {
  private static final int READ_BYTES = 64 * 1024;
  private static final int MAX_HEADERS = 50;
  private static final int MAX_HEADER_LENGTH = 1024;
  private static final Duration BODY_OF_SUCCESS = Duration.ofSeconds(1);

  private final CompletableFuture<Boolean> complete = new CompletableFuture<>();
  private final ByteArrayOutputStream sample = new ByteArrayOutputStream();
  private final int sampleBytes;
  private final Deadline deadline;
  private int read;
  private volatile @Nullable Deadline bodyDeadline;
  private volatile Map<String, String> headers = Map.of();
  private volatile int status;
  private volatile boolean ended;
  private volatile boolean recalled;

  AnswerConsumer(int sampleBytes, Deadline deadline) {
    this.sampleBytes = sampleBytes;
    this.deadline = deadline;
  }

  /** Waits until all is read that is wanted; whether that was before its time was up. */
  boolean await() throws InterruptedException, ExecutionException {
    return complete.get();
  }

  @Override
  public boolean isOverdue() {
    Deadline ofBody = bodyDeadline;
    return deadline.hasPassed() || (ofBody != null && ofBody.hasPassed());
  }

  @Override
  public void timeOut() {
    complete.complete(false);
  }

  /** The answer is not wanted any more. */
  void recall() {
    recalled = true;
    complete.complete(false);
  }

  boolean isRecalled() {
    return recalled;
  }

  /** Whether the exchange is over, also for the client. */
  boolean hasEnded() {
    return ended;
  }

  boolean hasStatus() {
    return status != 0;
  }

  int status() {
    return status;
  }

  String sample() {
    synchronized (sample) {
      return sample.toString(UTF_8);
    }
  }

  /** By their names in lower case; set before the status, and so seen by who sees that. */
  Map<String, String> headers() {
    return headers;
  }

  @Override
  protected void start(HttpResponse response, @Nullable ContentType contentType) {
    headers = headersOf(response);
    status = response.getCode();
    if (status / 100 == 2) {
      bodyDeadline = Deadline.in(BODY_OF_SUCCESS);
    }
  }

  private static Map<String, String> headersOf(HttpResponse response) {
    return Stream.of(response.getHeaders())
        .limit(MAX_HEADERS)
        .collect(
            Collectors.toMap(
                header -> PlainText.cleaned(header.getName()).toLowerCase(Locale.ROOT),
                AnswerConsumer::valueOf,
                (first, second) -> first + ", " + second));
  }

  /** A lone carriage return gets past the parser, and would be a line break where this is read. */
  private static String valueOf(Header header) {
    String value = header.getValue() == null ? "" : PlainText.cleaned(header.getValue());
    return value.length() > MAX_HEADER_LENGTH ? value.substring(0, MAX_HEADER_LENGTH) : value;
  }

  @Override
  protected int capacityIncrement() {
    return READ_BYTES;
  }

  @Override
  protected void data(ByteBuffer bytes, boolean endOfStream) {
    read += bytes.remaining();
    synchronized (sample) {
      var part = new byte[Math.min(bytes.remaining(), sampleBytes - sample.size())];
      bytes.get(part);
      sample.writeBytes(part);
    }
    bytes.position(bytes.limit());
    if (read > READ_BYTES) {
      complete.complete(true);
    }
  }

  @Override
  protected Boolean buildResult() {
    return true;
  }

  @Override
  public void completed(Boolean result) {
    ended = true;
    complete.complete(true);
  }

  @Override
  public void failed(Exception cause) {
    super.failed(cause);
    if (hasStatus()) {
      complete.complete(true);
    } else {
      complete.completeExceptionally(cause);
    }
  }

  @Override
  public void cancelled() {
    complete.cancel(false);
  }

  @Override
  public void releaseResources() {}
}
