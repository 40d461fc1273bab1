package posthorn.outbound.mail;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.alert.MailDomains;

/**
 * The mail server to send by.
 *
 * @param credentials null for a server that asks for none
 * @param from the sender's address, unless a mail has its own
 * @param timeout for all that sending one mail takes
 * @param authorities trusted besides those that Java knows
 * @param domains to which alone it sends
 */
public record SmtpSettings(
    String host,
    int port,
    Security security,
    @Nullable Credentials credentials,
    String from,
    Duration timeout,
    List<X509Certificate> authorities,
    MailDomains domains) {

  /** How the connection is secured. */
  public enum Security {
    NONE,
    /** In plain text at first; without TLS nothing is sent. */
    STARTTLS,
    TLS
  }

  /** Who sends; the password prints as nothing. */
  public record Credentials(String user, String password) {
    @Override
    public String toString() {
      return "Credentials[" + user + "]";
    }
  }

  public SmtpSettings {
    authorities = List.copyOf(authorities);
  }
}
