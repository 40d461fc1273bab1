package posthorn.application.inbound;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import posthorn.application.access.Failures;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.net.ClientAddress;
import posthorn.domain.signing.Verification;

/**
 * Counts bad signatures by source and address. Every signature is checked all the same, since a
 * stranger may share the address of the true sender, as behind a proxy. But those from an address
 * that has failed too often are checked one at a time, so that no number of strangers takes more
 * than one processor.
 */
final class Strangers {
  private record Sender(SourceId source, String network) {
    static Sender of(Source source, ClientAddress address) {
      return new Sender(source.id(), address.network());
    }
  }

  private final Failures<Sender> failures = new Failures<>();

  /** Fair, so that a right message waits only for those that came before it. */
  private final Lock suspectsTurn = new ReentrantLock(true);

  /** Checks a signature from there, at once or in the suspects' turn. */
  Verification check(
      Source source, ClientAddress address, Instant now, Supplier<Verification> check) {
    if (!failures.suspects(Sender.of(source, address), now)) {
      return check.get();
    }
    suspectsTurn.lock();
    try {
      return check.get();
    } finally {
      suspectsTurn.unlock();
    }
  }

  /** Counts a bad one; until when it is one too many, if it is. */
  Optional<Instant> failed(Source source, ClientAddress address, Instant now) {
    return failures.failed(Sender.of(source, address), now);
  }
}
