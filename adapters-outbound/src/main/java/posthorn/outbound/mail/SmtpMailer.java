package posthorn.outbound.mail;

import jakarta.mail.Address;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.MimeMessage;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Mailer;

/** {@link Mailer} over SMTP. */
public final class SmtpMailer implements Mailer {
  private final SmtpSettings settings;
  private final InstantSource clock;
  private final Session session;

  public SmtpMailer(SmtpSettings settings, InstantSource clock) {
    this.settings = settings;
    this.clock = clock;
    this.session = Session.getInstance(propertiesOf(settings));
  }

  private static Properties propertiesOf(SmtpSettings settings) {
    // A socket's own timeouts are for each read and write; the deadline is for all of them.
    String timeout = Long.toString(settings.timeout().toMillis());
    var properties = new Properties();
    properties.put("mail.smtp.connectiontimeout", timeout);
    properties.put("mail.smtp.timeout", timeout);
    properties.put("mail.smtp.writetimeout", timeout);
    properties.put("mail.smtp.auth", Boolean.toString(settings.credentials() != null));
    // Whoever can be told is told, also where another address of the same mail is refused.
    properties.put("mail.smtp.sendpartial", "true");
    // Else the machine's own name is looked up.
    properties.put(
        "mail.smtp.localhost", settings.from().substring(settings.from().lastIndexOf('@') + 1));
    properties.put("mail.smtp.ssl.checkserveridentity", "true");
    switch (settings.security()) {
      case NONE -> {}
      case STARTTLS -> {
        properties.put("mail.smtp.starttls.enable", "true");
        properties.put("mail.smtp.starttls.required", "true");
      }
      case TLS -> properties.put("mail.smtp.ssl.enable", "true");
    }
    if (settings.security() != SmtpSettings.Security.NONE) {
      properties.put("mail.smtp.ssl.socketFactory", MailTrust.sockets(settings.authorities()));
      // Else what these refuse is tried again with Java's own.
      properties.put("mail.smtp.socketFactory.fallback", "false");
    }
    return properties;
  }

  @Override
  public boolean isConfigured() {
    return true;
  }

  @Override
  public boolean sendsTo(String address) {
    return settings.domains().allows(address);
  }

  @Override
  public Result send(Mail mail) {
    // Also what was written down when more domains were allowed.
    List<String> allowed = mail.to().stream().filter(this::sendsTo).toList();
    return allowed.isEmpty()
        ? new Result.Refused("no address is at a domain that mails may be sent to")
        : sendAllowed(new Mail(mail.id(), allowed, mail.from(), mail.subject(), mail.text()));
  }

  private Result sendAllowed(Mail mail) {
    MimeMessage message;
    try {
      message = PlainMessage.of(session, mail, settings.from(), clock.instant());
    } catch (AddressException e) {
      return new Result.Refused("not an address: " + oneLine(e));
    } catch (MessagingException e) {
      return new Result.Refused(oneLine(e));
    }
    var sending = new FutureTask<>(() -> transmit(message));
    // A virtual thread's socket is closed when it is interrupted, whatever it waits for.
    Thread thread = Thread.ofVirtual().name("mail").start(sending);
    try {
      return sending.get(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException _) {
      thread.interrupt();
      return new Result.Unavailable("the mail server took longer than " + text(settings.timeout()));
    } catch (InterruptedException _) {
      thread.interrupt();
      Thread.currentThread().interrupt();
      return new Result.Unavailable("the server is stopping");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private Result transmit(MimeMessage message) {
    SmtpSettings.Credentials credentials = settings.credentials();
    try (Transport transport = session.getTransport("smtp")) {
      transport.connect(
          settings.host(),
          settings.port(),
          credentials == null ? null : credentials.user(),
          credentials == null ? null : credentials.password());
      transport.sendMessage(message, message.getAllRecipients());
      return new Result.Sent();
    } catch (AuthenticationFailedException e) {
      return new Result.Unavailable("the mail server refused the user: " + oneLine(e));
    } catch (SendFailedException e) {
      return resultOf(e);
    } catch (MessagingException e) {
      return new Result.Unavailable("the mail could not be sent: " + oneLine(root(e)));
    }
  }

  private static Result resultOf(SendFailedException e) {
    Address @Nullable [] sent = e.getValidSentAddresses();
    return sent != null && sent.length > 0
        ? new Result.Sent()
        : new Result.Refused("the mail server refused the mail: " + oneLine(root(e)));
  }

  private static Exception root(MessagingException e) {
    Exception root = e;
    while (root instanceof MessagingException messaging && messaging.getNextException() != null) {
      root = messaging.getNextException();
    }
    return root;
  }

  private static String oneLine(Exception e) {
    String message = e.getMessage();
    return Texts.oneLine(message == null ? e.getClass().getSimpleName() : message);
  }

  private static String text(Duration duration) {
    return duration.toMillis() + " ms";
  }
}
