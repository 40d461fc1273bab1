package posthorn.domain.signing;

import java.util.List;

/** What Standard Webhooks 1.0 fixes about its headers. */
final class StandardHeaders {
  static final String ID = "webhook-id";
  static final String TIMESTAMP = "webhook-timestamp";
  static final String SIGNATURE = "webhook-signature";
  static final List<String> ALL = List.of(ID, TIMESTAMP, SIGNATURE);

  static final String SYMMETRIC = "v1";
  static final String ASYMMETRIC = "v1a";

  private static final int MOST_OF_ID = 255;

  /** The names that a sender uses; a message's three headers are of one family. */
  enum Family {
    WEBHOOK(ID, TIMESTAMP, SIGNATURE),
    SVIX("svix-id", "svix-timestamp", "svix-signature");

    private final String id;
    private final String timestamp;
    private final String signature;

    Family(String id, String timestamp, String signature) {
      this.id = id;
      this.timestamp = timestamp;
      this.signature = signature;
    }

    String id() {
      return id;
    }

    String timestamp() {
      return timestamp;
    }

    String signature() {
      return signature;
    }

    List<String> all() {
      return List.of(id, timestamp, signature);
    }

    /** Whether any of its headers was sent. */
    boolean isIn(ReceivedHeaders headers) {
      return all().stream().anyMatch(name -> !headers.all(name).isEmpty());
    }
  }

  private StandardHeaders() {}

  /** A dot would let the id's end pass for the time, and the time for the body. */
  static boolean isMessageId(String text) {
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (character < '!' || character > '~' || character == '.') {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= MOST_OF_ID;
  }

  /** What is signed before the body. */
  static String head(String messageId, String seconds) {
    return messageId + "." + seconds + ".";
  }
}
