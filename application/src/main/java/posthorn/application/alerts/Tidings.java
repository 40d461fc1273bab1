package posthorn.application.alerts;

import java.util.List;
import java.util.stream.Collectors;
import posthorn.domain.alert.Notice.Content;
import posthorn.domain.alert.Severity;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;

/**
 * Something to tell, in all that the media need of it.
 *
 * @param type of the event, for a webhook
 * @param title in one line
 */
record Tidings(EventType type, Severity severity, String title, String text, JsonBytes data) {
  private static final String SUBJECT = "[Posthorn] ";

  /** A longer mail is not read, and a mail has to fit into memory. */
  private static final int MOST_TOGETHER = 50;

  private static final String BETWEEN = "\n\n----\n\n";

  /** As the subject of one mail. */
  static String subject(List<String> titles) {
    return SUBJECT
        + (titles.size() == 1
            ? titles.getFirst()
            : titles.size() + " notifications, the first: " + titles.getFirst());
  }

  /** One mail that tells all of them. */
  static Content.Mail mail(Recipients recipients, List<Tidings> all) {
    return new Content.Mail(
        recipients.to(),
        recipients.from(),
        subject(all.stream().map(Tidings::title).toList()),
        together(all.stream().map(Tidings::text).toList()));
  }

  private static String together(List<String> texts) {
    String shown = texts.stream().limit(MOST_TOGETHER).collect(Collectors.joining(BETWEEN));
    int left = texts.size() - MOST_TOGETHER;
    return left > 0 ? shown + BETWEEN + "and " + left + " more, as GET /v1/alerts shows" : shown;
  }

  /** One mail in the place of several to the same. */
  static Content.Mail combined(List<Content.Mail> mails) {
    Content.Mail first = mails.getFirst();
    if (mails.size() == 1) {
      return first;
    }
    List<String> titles =
        mails.stream().map(mail -> mail.subject().replaceFirst("^\\[Posthorn] ", "")).toList();
    return new Content.Mail(
        first.to(),
        first.from(),
        subject(titles),
        together(mails.stream().map(Content.Mail::text).toList()));
  }
}
