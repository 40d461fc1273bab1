package posthorn.outbound.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import posthorn.application.port.Mailer.Mail;
import posthorn.application.port.Mailer.Result;
import posthorn.domain.alert.MailDomains;
import posthorn.outbound.TlsIdentity;
import posthorn.outbound.mail.SmtpPeer.Manners;
import posthorn.outbound.mail.SmtpPeer.Taken;
import posthorn.outbound.mail.SmtpSettings.Credentials;
import posthorn.outbound.mail.SmtpSettings.Security;

class SmtpMailerTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Mail MAIL = mail("Grüße", "a@example.com");

  private final Manners manners = new Manners();

  @TempDir Path folder;

  @Test
  void a_mail_arrives_with_its_headers_and_its_text() throws Exception {
    try (var peer = new SmtpPeer(manners)) {
      assertThat(mailer(peer, Security.NONE, null).send(MAIL)).isEqualTo(new Result.Sent());

      Taken taken = next(peer);
      assertThat(taken.from()).contains("<posthorn@example.org>");
      assertThat(taken.to()).containsExactly("RCPT TO:<a@example.com>");
      assertThat(taken.headers())
          .contains(
              "From: posthorn@example.org",
              "To: a@example.com",
              "Message-ID: <ntc_1@example.org>",
              "Auto-Submitted: auto-generated",
              "Content-Type: text/plain; charset=UTF-8")
          .anyMatch(line -> line.startsWith("Date: Thu, 1 Jan 2026"))
          .anyMatch(line -> line.startsWith("Subject: =?UTF-8?"));
      assertThat(taken.lines()).contains("a line", "..and a dot");
    }
  }

  @Test
  void texts_make_no_headers() throws Exception {
    try (var peer = new SmtpPeer(manners)) {
      Mail mail = mail("Hello\r\nBcc: evil@example.com\r\n\r\nbody\u2028x", "a@example.com");
      assertThat(mailer(peer, Security.NONE, null).send(mail)).isEqualTo(new Result.Sent());

      assertThat(next(peer).headers())
          .contains("Subject: Hello  Bcc: evil@example.com    body x")
          .noneMatch(line -> line.startsWith("Bcc"));
    }
  }

  @Test
  void what_is_no_single_address_is_refused_before_anything_is_sent() throws Exception {
    try (var peer = new SmtpPeer(manners)) {
      for (String address :
          List.of("a@example.com\r\nBcc: b@example.com", "a@example.com, b@example.com", "a")) {
        assertThat(mailer(peer, Security.NONE, null).send(mail("x", address)))
            .isInstanceOf(Result.Refused.class);
      }
      assertThat(peer.taken).isEmpty();
    }
  }

  @Test
  void only_domains_that_are_allowed_are_written_to() throws Exception {
    try (var peer = new SmtpPeer(manners)) {
      SmtpMailer mailer =
          new SmtpMailer(
              new SmtpSettings(
                  "127.0.0.1",
                  peer.port(),
                  Security.NONE,
                  null,
                  "posthorn@example.org",
                  LONG,
                  List.of(),
                  new MailDomains(Set.of("example.com"))),
              InstantSource.fixed(NOW));
      assertThat(mailer.sendsTo("a@example.com")).isTrue();
      assertThat(mailer.sendsTo("a@example.net")).isFalse();
      assertThat(mailer.send(mail("x", "a@example.net"))).isInstanceOf(Result.Refused.class);

      var both = new Mail("ntc_1", List.of("a@example.net", "b@example.com"), null, "both", "text");
      assertThat(mailer.send(both)).isEqualTo(new Result.Sent());
      assertThat(next(peer).to()).containsExactly("RCPT TO:<b@example.com>");
    }
  }

  @Test
  void a_user_signs_in_by_starttls() throws Exception {
    TlsIdentity identity = TlsIdentity.of(folder, "dns:localhost,ip:127.0.0.1");
    manners.tls = identity.context();
    manners.password = "geheim";
    try (var peer = new SmtpPeer(manners)) {
      var mailer =
          mailer(peer, Security.STARTTLS, new Credentials("me", "geheim"), identity.certificate());
      assertThat(mailer.send(MAIL)).isEqualTo(new Result.Sent());

      Taken taken = next(peer);
      assertThat(taken.secure()).isTrue();
      assertThat(taken.user()).isEqualTo("me");
    }
  }

  @Test
  void a_connection_may_be_secure_from_its_first_byte() throws Exception {
    TlsIdentity identity = TlsIdentity.of(folder, "dns:localhost,ip:127.0.0.1");
    manners.tls = identity.context();
    manners.tlsAtOnce = true;
    try (var peer = new SmtpPeer(manners)) {
      assertThat(mailer(peer, Security.TLS, null, identity.certificate()).send(MAIL))
          .isEqualTo(new Result.Sent());
      assertThat(next(peer).secure()).isTrue();
    }
  }

  @Test
  void without_starttls_or_with_a_certificate_nobody_knows_nothing_is_sent() throws Exception {
    try (var peer = new SmtpPeer(manners)) {
      assertThat(mailer(peer, Security.STARTTLS, new Credentials("me", "geheim")).send(MAIL))
          .isInstanceOf(Result.Unavailable.class);
    }
    manners.tls = TlsIdentity.of(folder, "dns:localhost,ip:127.0.0.1").context();
    try (var peer = new SmtpPeer(manners)) {
      assertThat(mailer(peer, Security.STARTTLS, null).send(MAIL))
          .isInstanceOf(Result.Unavailable.class);
      assertThat(peer.taken).isEmpty();
    }
  }

  @Test
  void a_certificate_of_another_name_is_refused() throws Exception {
    TlsIdentity identity = TlsIdentity.of(folder, "dns:other.example");
    manners.tls = identity.context();
    try (var peer = new SmtpPeer(manners)) {
      assertThat(mailer(peer, Security.STARTTLS, null, identity.certificate()).send(MAIL))
          .isInstanceOf(Result.Unavailable.class);
      assertThat(peer.taken).isEmpty();
    }
  }

  @Test
  void a_wrong_password_is_told_and_not_shown() throws Exception {
    manners.password = "geheim";
    try (var peer = new SmtpPeer(manners)) {
      Result result = mailer(peer, Security.NONE, new Credentials("me", "falsch")).send(MAIL);

      assertThat(result).isInstanceOf(Result.Unavailable.class);
      assertThat(result.toString()).contains("535").doesNotContain("falsch");
    }
  }

  @Test
  void a_recipient_that_is_refused_is_told_and_keeps_the_others_from_nothing() throws Exception {
    manners.refusedRecipient = "a@example.com";
    try (var peer = new SmtpPeer(manners)) {
      assertThat(mailer(peer, Security.NONE, null).send(MAIL))
          .isInstanceOfSatisfying(
              Result.Refused.class, refused -> assertThat(refused.reason()).contains("550"));
      var two = new Mail("ntc_2", List.of("a@example.com", "b@example.com"), null, "x", "y");
      assertThat(mailer(peer, Security.NONE, null).send(two)).isEqualTo(new Result.Sent());
      assertThat(next(peer).to()).containsExactly("RCPT TO:<b@example.com>");
    }
  }

  @Test
  void a_mail_that_is_refused_is_told() throws Exception {
    manners.refusesData = true;
    try (var peer = new SmtpPeer(manners)) {
      assertThat(mailer(peer, Security.NONE, null).send(MAIL).toString()).contains("554");
    }
  }

  @Test
  void nobody_listening_is_told() throws Exception {
    var peer = new SmtpPeer(manners);
    peer.close();

    assertThat(mailer(peer, Security.NONE, null).send(MAIL)).isInstanceOf(Result.Unavailable.class);
  }

  @Test
  void a_server_that_says_nothing_or_never_ends_is_left_after_the_deadline() throws Exception {
    manners.saysNothing = true;
    try (var peer = new SmtpPeer(manners)) {
      assertThat(hasty(peer).send(MAIL)).isInstanceOf(Result.Unavailable.class);
    }
    manners.saysNothing = false;
    manners.drips = true;
    try (var peer = new SmtpPeer(manners)) {
      assertThat(hasty(peer).send(MAIL)).isInstanceOf(Result.Unavailable.class);
    }
  }

  private static Mail mail(String subject, String to) {
    return new Mail("ntc_1", List.of(to), null, subject, "a line\n.and a dot\n");
  }

  private static SmtpMailer mailer(
      SmtpPeer peer,
      Security security,
      @Nullable Credentials credentials,
      X509Certificate... authorities) {
    return new SmtpMailer(
        new SmtpSettings(
            "127.0.0.1",
            peer.port(),
            security,
            credentials,
            "posthorn@example.org",
            LONG,
            List.of(authorities),
            MailDomains.ALL),
        InstantSource.fixed(NOW));
  }

  private static SmtpMailer hasty(SmtpPeer peer) {
    return new SmtpMailer(
        new SmtpSettings(
            "127.0.0.1",
            peer.port(),
            Security.NONE,
            null,
            "posthorn@example.org",
            Duration.ofMillis(300),
            List.of(),
            MailDomains.ALL),
        InstantSource.fixed(NOW));
  }

  private static Taken next(SmtpPeer peer) throws InterruptedException {
    Taken taken = peer.taken.poll(60, TimeUnit.SECONDS);
    assertThat(taken).isNotNull();
    return taken;
  }
}
