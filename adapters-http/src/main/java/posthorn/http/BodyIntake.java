package posthorn.http;

import io.javalin.config.Key;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import posthorn.domain.access.Role;
import posthorn.domain.inbound.Source;

/**
 * Reads bodies: none larger than its route takes, none slower than {@link #BYTES_PER_SECOND}, and
 * all of them together within {@link BodyMemory}.
 */
final class BodyIntake {
  /** What the server has, to be found from any request. */
  static final Key<BodyIntake> KEY = new Key<>("posthorn.body-intake");

  /** On average, for a body that takes longer than the grace. */
  static final int BYTES_PER_SECOND = 8 * 1024;

  static final Duration GRACE = Duration.ofSeconds(10);

  /** For a larger body, room is made as it comes in: its announced length may be a lie. */
  private static final int TRUSTED_LENGTH = 64 * 1024;

  /** One tenant, or one source, gets a quarter. */
  private static final int HOLDERS = 4;

  private static final String HOLD_ATTRIBUTE = "posthorn.body";
  private static final Object GATEWAY = "gateway";

  private final BodyMemory memory;
  private final long mostOfOne;
  private final BodyMemory.Share gateway;
  private final InstantSource clock;

  /**
   * An intake with that much memory.
   *
   * @param largest that is ever read: a share has room for it
   */
  BodyIntake(long bytes, int largest, InstantSource clock) {
    this.memory = new BodyMemory(bytes);
    this.mostOfOne = Math.max(bytes / HOLDERS, largest);
    // Anybody may send there, so half of the memory is kept for callers with a key.
    this.gateway = new BodyMemory.Share(GATEWAY, Math.max(bytes / 2, largest));
    this.clock = clock;
  }

  /**
   * The body of a request with a key.
   *
   * @param tooLarge what a larger body is refused with
   */
  static byte[] readOfCaller(Context context, int maxBytes, Supplier<Problem> tooLarge) {
    BodyIntake intake = context.appData(KEY);
    var key = Access.callerOf(context).key();
    List<BodyMemory.Share> shares =
        key.role() == Role.OPERATOR
            ? List.of()
            : List.of(new BodyMemory.Share(key.tenant(), intake.mostOfOne));
    return intake.read(context, maxBytes, tooLarge, shares);
  }

  /** The body of a message that a source sends. */
  static byte[] readOfSource(Context context, int maxBytes, Source source) {
    BodyIntake intake = context.appData(KEY);
    var share = new BodyMemory.Share(source.id(), intake.mostOfOne);
    return intake.read(
        context, maxBytes, () -> Problem.bodyTooLarge(maxBytes), List.of(intake.gateway, share));
  }

  /** Gives back what the request's body took; to be called when it has been answered. */
  static void release(Context context) {
    BodyMemory.@Nullable Hold hold = context.attribute(HOLD_ATTRIBUTE);
    if (hold != null) {
      hold.release();
    }
  }

  private byte[] read(
      Context context, int maxBytes, Supplier<Problem> tooLarge, List<BodyMemory.Share> shares) {
    long announced = context.req().getContentLengthLong();
    if (announced > maxBytes) {
      throw new ProblemException(tooLarge.get());
    }
    if (announced == 0) {
      return new byte[0];
    }
    BodyMemory.Hold hold = memory.hold(shares);
    context.attribute(HOLD_ATTRIBUTE, hold);
    try (InputStream in = context.req().getInputStream()) {
      byte[] body = read(in, announced < 0 ? maxBytes + 1 : (int) announced, hold);
      if (body.length > maxBytes) {
        throw new ProblemException(tooLarge.get());
      }
      return body;
    } catch (IOException _) {
      // The sender hung up, or stopped sending; nothing of it was used.
      throw new ProblemException(Problem.incompleteBody());
    }
  }

  private byte[] read(InputStream in, int end, BodyMemory.Hold hold) throws IOException {
    int room = Math.min(end, TRUSTED_LENGTH);
    hold.resize(room);
    var body = new byte[room];
    int length = 0;
    long startedAt = 0;
    while (length < end) {
      if (length == body.length) {
        room = (int) Math.min(end, 2L * body.length);
        hold.resize(room);
        body = Arrays.copyOf(body, room);
      }
      int read = in.read(body, length, body.length - length);
      if (read < 0) {
        break;
      }
      length += read;
      // Most bodies come in one piece, and no clock is read for them.
      if (length < end) {
        startedAt = startedAt == 0 ? clock.millis() : startedAt;
        requirePace(length, clock.millis() - startedAt);
      }
    }
    if (length < body.length) {
      hold.resize(length);
      return Arrays.copyOf(body, length);
    }
    return body;
  }

  private static void requirePace(int length, long millis) {
    if (millis > GRACE.toMillis() && length < millis * BYTES_PER_SECOND / 1_000) {
      throw new ProblemException(Problem.tooSlow(BYTES_PER_SECOND));
    }
  }

  /** For tests. */
  BodyMemory memory() {
    return memory;
  }
}
