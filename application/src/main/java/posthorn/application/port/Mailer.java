package posthorn.application.port;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends e-mail. */
public interface Mailer {

  /**
   * A mail of plain text.
   *
   * @param id the same for the same mail, so that one that arrives twice can be told
   * @param from null for the server's own address
   */
  record Mail(String id, List<String> to, @Nullable String from, String subject, String text) {
    public Mail {
      to = List.copyOf(to);
    }
  }

  /** What became of it. */
  sealed interface Result {
    record Sent() implements Result {}

    /** The mail server does not want this mail; another it may want. */
    record Refused(String reason) implements Result {}

    /** No mail can be sent at the moment. */
    record Unavailable(String reason) implements Result {}
  }

  /** Whether there is a mail server to send by. */
  boolean isConfigured();

  /** Whether it sends to that address at all: it is configured, and the address is allowed. */
  boolean sendsTo(String address);

  /** Sends one; never throws for what the network or the mail server did. */
  Result send(Mail mail);
}
