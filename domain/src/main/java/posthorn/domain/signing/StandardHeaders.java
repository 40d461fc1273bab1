package posthorn.domain.signing;

import java.util.List;
import java.util.regex.Pattern;

/** What Standard Webhooks 1.0 fixes about its headers. */
final class StandardHeaders {
  static final String ID = "webhook-id";
  static final String TIMESTAMP = "webhook-timestamp";
  static final String SIGNATURE = "webhook-signature";
  static final List<String> ALL = List.of(ID, TIMESTAMP, SIGNATURE);

  static final String SYMMETRIC = "v1";
  static final String ASYMMETRIC = "v1a";

  /** A dot would let the id's end pass for the time, and the time for the body. */
  private static final Pattern MESSAGE_ID = Pattern.compile("[!-~&&[^.]]{1,255}");

  private StandardHeaders() {}

  static boolean isMessageId(String text) {
    return MESSAGE_ID.matcher(text).matches();
  }

  /** What is signed before the body. */
  static String head(String messageId, String seconds) {
    return messageId + "." + seconds + ".";
  }
}
