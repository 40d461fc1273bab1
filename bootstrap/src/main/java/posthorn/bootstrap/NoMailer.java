package posthorn.bootstrap;

import posthorn.application.port.Mailer;

/** Where no mail server is set. */
final class NoMailer implements Mailer {
  @Override
  public boolean isConfigured() {
    return false;
  }

  @Override
  public boolean sendsTo(String address) {
    return false;
  }

  @Override
  public Result send(Mail mail) {
    return new Result.Unavailable("no mail server is set; the setting smtp.host names it");
  }
}
