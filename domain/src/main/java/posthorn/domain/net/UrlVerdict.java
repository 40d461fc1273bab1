package posthorn.domain.net;

/** What a {@link UrlPolicy} says of a URL. */
public sealed interface UrlVerdict {
  record Allowed(WebhookUrl url) implements UrlVerdict {}

  /** The reason is to be read after "the URL": "must use https". */
  record Refused(String reason) implements UrlVerdict {}
}
