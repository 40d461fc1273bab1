package posthorn.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Somebody who sends webhooks to the server as GitHub does: each message signed, and with an id of
 * its own. What is in them is as large as an event's data.
 *
 * @param path where to send them
 */
record InboundSource(String path) {
  static final String KIND = "github";
  static final String SECRET = "a secret of the benchmark";

  /** What its messages become; of a type that is not published otherwise. */
  static final String INTENT = "inbound.bench";

  private static final int ACCEPTED = 202;
  private static final int ID_DIGITS = 18;
  private static final String BLANK_ID = "0".repeat(ID_DIGITS);

  Request request() {
    String body = PublishRequest.data();
    String head =
        Connection.head(
            path,
            body.length(),
            "X-GitHub-Event: bench",
            "X-Hub-Signature-256: sha256=" + signatureOf(body),
            "X-GitHub-Delivery: " + BLANK_ID);
    return new Message((head + body).getBytes(US_ASCII), head.indexOf(BLANK_ID));
  }

  private static String signatureOf(String body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(SECRET.getBytes(US_ASCII), "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(body.getBytes(US_ASCII)));
    } catch (GeneralSecurityException e) {
      throw new BenchException("the message could not be signed", e);
    }
  }

  /** One message; what is numbered is its id. */
  private static final class Message implements Request {
    private final byte[] bytes;
    private final int idOffset;

    Message(byte[] bytes, int idOffset) {
      this.bytes = bytes;
      this.idOffset = idOffset;
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public byte[] marked(long firstNumber, long nanoTime) {
      Mark.writeDigits(bytes, idOffset, ID_DIGITS, firstNumber);
      return bytes;
    }

    @Override
    public boolean isAcceptedBy(MessageReader answer) {
      return answer.status() == ACCEPTED && answer.body().contains("\"routed\"");
    }
  }
}
