package posthorn.application.inbound;

import java.time.Instant;
import java.util.Optional;
import posthorn.application.access.Failures;
import posthorn.application.access.Proven;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceId;

/**
 * Who keeps sending what a source did not sign. They are slowed by their address, and for that
 * source alone. An address from which a right message has come is never turned away unlooked at:
 * behind a proxy, the source and a stranger share one.
 */
final class Strangers {
  private record Sender(SourceId source, String address) {}

  private final Failures<Sender> failures = new Failures<>();
  private final Proven<Sender> proven = new Proven<>();

  /** Until when nothing from there is looked at; nothing where it is. */
  Optional<Instant> refusedUntil(Source source, String address, Instant now) {
    var sender = new Sender(source.id(), address);
    return failures.refusedUntil(sender, now).filter(_ -> !proven.knows(sender));
  }

  void failed(Source source, String address, Instant now) {
    failures.failed(new Sender(source.id(), address), now);
  }

  void proven(Source source, String address) {
    proven.add(new Sender(source.id(), address));
  }
}
