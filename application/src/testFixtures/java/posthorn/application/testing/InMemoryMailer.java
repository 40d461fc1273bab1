package posthorn.application.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import posthorn.application.port.Mailer;
import posthorn.domain.alert.MailDomains;

/** A {@link Mailer} that does what the test says, and remembers what it was asked to send. */
public final class InMemoryMailer implements Mailer {
  private final List<Mail> sent = new ArrayList<>();
  private Result answer = new Result.Sent();
  private boolean configured = true;
  private MailDomains domains = MailDomains.ALL;

  public List<Mail> sent() {
    return List.copyOf(sent);
  }

  public void answers(Result result) {
    answer = result;
  }

  public void isNotConfigured() {
    configured = false;
  }

  public void sendsOnlyTo(String domain) {
    domains = new MailDomains(Set.of(domain));
  }

  @Override
  public boolean isConfigured() {
    return configured;
  }

  @Override
  public boolean sendsTo(String address) {
    return configured && domains.allows(address);
  }

  @Override
  public Result send(Mail mail) {
    if (answer instanceof Result.Sent) {
      sent.add(mail);
    }
    return answer;
  }
}
