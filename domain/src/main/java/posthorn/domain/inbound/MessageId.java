package posthorn.domain.inbound;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** What tells a message from every other of its source, and is the same when it comes again. */
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
    try {
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
