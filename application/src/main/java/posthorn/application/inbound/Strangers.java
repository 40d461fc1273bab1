package posthorn.application.inbound;

import java.time.Instant;
import java.util.Optional;
import posthorn.application.access.Failures;
import posthorn.application.access.Proven;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceId;

/**
 * Who keeps sending what a source did not sign. They are slowed by their address, and for that
 * source alone. What comes from an address that a right message has come from is looked at all the
 * same: behind a proxy, the source and a stranger share one.
 */
final class Strangers {
  private record Sender(SourceId source, String address) {}

  private final Failures<Sender> failures = new Failures<>();
  private final Proven<Sender> proven = new Proven<>();

  /** Until when a bad one from there is one too many; nothing where it is not. */
  Optional<Instant> refusedUntil(Source source, String address, Instant now) {
    return failures.refusedUntil(new Sender(source.id(), address), now);
  }

  /** Whether a right message has come from there. */
  boolean knows(Source source, String address) {
    return proven.knows(new Sender(source.id(), address));
  }

  void failed(Source source, String address, Instant now) {
    failures.failed(new Sender(source.id(), address), now);
  }

  void proven(Source source, String address) {
    proven.add(new Sender(source.id(), address));
  }
}
