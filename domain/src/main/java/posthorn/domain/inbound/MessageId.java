package posthorn.domain.inbound;

import java.util.List;
import java.util.Optional;
import posthorn.domain.field.Sha256;

/** The id of a message: no other message of its source has it, and a repetition has it again. */
final class MessageId {
  /** A longer id is none: cut short, it might be another message's. */
  static final int MAX_LENGTH = 255;

  private MessageId() {}

  /** The id at the first of these places where anything stands. */
  static Optional<String> at(List<Lookup> places, InboundMessage message) {
    return places.stream()
        .flatMap(lookup -> lookup.in(message).stream())
        .findFirst()
        .filter(id -> id.length() <= MAX_LENGTH);
  }

  /** An id of a sender that writes none, but never the same body for another message. */
  static String of(byte[] body) {
    return "sha256:" + Sha256.hex(body);
  }
}
