package posthorn.application.testing;

import java.util.ArrayList;
import java.util.List;
import posthorn.application.port.Mailer;

/** A {@link Mailer} that does what the test says, and remembers what it was asked to send. */
public final class InMemoryMailer implements Mailer {
  private final List<Mail> sent = new ArrayList<>();
  private Result answer = new Result.Sent();
  private boolean configured = true;

  public List<Mail> sent() {
    return List.copyOf(sent);
  }

  public void answers(Result result) {
    answer = result;
  }

  public void isNotConfigured() {
    configured = false;
  }

  @Override
  public boolean isConfigured() {
    return configured;
  }

  @Override
  public Result send(Mail mail) {
    if (answer instanceof Result.Sent) {
      sent.add(mail);
    }
    return answer;
  }
}
