package posthorn.application.port;

import java.util.List;
import posthorn.domain.access.AuditEntry;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.Event;
import posthorn.domain.inbound.ReceivedMessage;

/** Something that is over, as it is written down before it is removed. */
public sealed interface ArchiveEntry {

  /** A delivery that has ended, with all that is still recorded of its attempts. */
  record PastDelivery(Delivery delivery, List<Attempt> attempts) implements ArchiveEntry {}

  /** An attempt of a delivery that has ended and stays. */
  record PastAttempt(Attempt attempt, Delivery delivery) implements ArchiveEntry {}

  /** An event that has no delivery any more. */
  record PastEvent(Event event) implements ArchiveEntry {}

  /** What the audit log says of a change. */
  record PastChange(AuditEntry entry) implements ArchiveEntry {}

  /** A message that came from a source. */
  record PastMessage(ReceivedMessage message) implements ArchiveEntry {}
}
