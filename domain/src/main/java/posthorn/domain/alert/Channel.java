package posthorn.domain.alert;

import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.webhook.WebhookId;

/** Where notifications go. */
public sealed interface Channel {
  int MAX_RECIPIENTS = 20;

  /** Its name in the API. */
  String kind();

  /** To the server's log, besides the line that every alert has there. */
  record Log() implements Channel {
    @Override
    public String kind() {
      return "log";
    }
  }

  /**
   * By e-mail.
   *
   * @param from null for the server's own address
   */
  record Email(List<String> to, @Nullable String from) implements Channel {
    public Email {
      if (to.isEmpty() || to.size() > MAX_RECIPIENTS) {
        throw new IllegalArgumentException("1 to " + MAX_RECIPIENTS + " recipients");
      }
      to = List.copyOf(to);
    }

    @Override
    public String kind() {
      return "email";
    }
  }

  /**
   * To a URL, signed.
   *
   * @param webhook the server's own, which has the URL and the secret
   */
  record Webhook(WebhookId webhook) implements Channel {
    @Override
    public String kind() {
      return "webhook";
    }
  }
}
