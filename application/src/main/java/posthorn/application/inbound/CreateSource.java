package posthorn.application.inbound;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Ids;
import posthorn.application.port.Randomness;
import posthorn.application.port.Sources;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.inbound.SourceSettings;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.VerificationKey;
import posthorn.domain.tenant.TenantId;

/** Registers somebody who sends us webhooks. */
public final class CreateSource {
  /** All are kept in memory. */
  public static final int MOST_SOURCES = 1_000;

  private final Sources sources;
  private final Ids ids;
  private final Randomness randomness;

  /** So that two at once do not both find room for the last one. */
  private final Lock counting = new ReentrantLock();

  public CreateSource(Sources sources, Ids ids, Randomness randomness) {
    this.sources = sources;
    this.ids = ids;
    this.randomness = randomness;
  }

  /**
   * What is asked for.
   *
   * @param key what the sender signs with, or its public key; if there is none yet, one is made
   */
  public record Command(
      TenantId tenant,
      String name,
      SourceSettings settings,
      @Nullable VerificationKey key,
      boolean active) {}

  /** What became of it. */
  public sealed interface Result {
    record Created(Source source) implements Result {}

    /** Its kind could check nothing with the key; to be read after "the secret". */
    record KeyRefused(String reason) implements Result {}

    /** The tenant has as many as it may have. */
    record TooMany(int limit) implements Result {}
  }

  public Result create(Command command, Instant now) {
    VerificationKey given = command.key();
    if (given == null && command.settings().scheme().isAsymmetric()) {
      return new Result.KeyRefused("is required: it is the public key that the sender shows");
    }
    VerificationKey key = given == null ? NewKey.from(randomness) : given;
    Optional<String> refusal = command.settings().scheme().refusal(key);
    if (refusal.isPresent()) {
      return new Result.KeyRefused(refusal.get());
    }
    var source =
        new Source(
            new SourceId(ids.next(SourceId.PREFIX, now)),
            command.tenant(),
            command.name(),
            command.settings(),
            RotatingSecret.of(key),
            command.active(),
            1,
            now,
            now);
    counting.lock();
    try {
      if (sources.of(source.tenant()).size() >= MOST_SOURCES) {
        return new Result.TooMany(MOST_SOURCES);
      }
      sources.add(source);
      return new Result.Created(source);
    } finally {
      counting.unlock();
    }
  }
}
