package posthorn.outbound.mail;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.activation.DataHandler;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.util.ByteArrayDataSource;
import java.time.Instant;
import java.util.Date;
import posthorn.application.port.Mailer.Mail;

/** A mail of plain text, whose id is ours and not made up anew whenever it is sent. */
final class PlainMessage extends MimeMessage {
  private static final String TEXT = "text/plain; charset=UTF-8";

  private final String id;

  private PlainMessage(Session session, String id) {
    super(session);
    this.id = id;
  }

  static MimeMessage of(Session session, Mail mail, String defaultFrom, Instant now)
      throws MessagingException {
    var from = address(mail.from() == null ? defaultFrom : mail.from());
    String domain = from.getAddress().substring(from.getAddress().lastIndexOf('@') + 1);
    var message = new PlainMessage(session, "<" + mail.id() + "@" + domain + ">");
    message.setFrom(from);
    for (String to : mail.to()) {
      message.addRecipient(Message.RecipientType.TO, address(to));
    }
    message.setSubject(Texts.oneLine(mail.subject()), UTF_8.name());
    message.setSentDate(Date.from(now));
    // So that no absence notice comes back.
    message.setHeader("Auto-Submitted", "auto-generated");
    message.setDataHandler(
        new DataHandler(new ByteArrayDataSource(mail.text().getBytes(UTF_8), TEXT)));
    message.saveChanges();
    return message;
  }

  private static InternetAddress address(String text) throws MessagingException {
    // Strictly: one address, and nothing else that a header could hold.
    var address = new InternetAddress(text, true);
    address.validate();
    return address;
  }

  @Override
  protected void updateMessageID() throws MessagingException {
    setHeader("Message-ID", id);
  }
}
