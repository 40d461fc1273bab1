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
