package posthorn.http;

import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Webhooks;
import posthorn.domain.access.Permission;
import posthorn.domain.access.Role;
import posthorn.domain.delivery.RecordedHeaders;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.webhook.WebhookId;

/**
 * What a caller sees of webhooks' and sources' URLs. A caller who may not manage webhooks sees the
 * host only: path and query are the credential of many receivers. Answers of receivers may quote
 * them.
 */
final class UrlSight {
  /** For callers who may manage webhooks, and for the audit log, which hides when it is read. */
  static final UrlSight WHOLE = new UrlSight(null);

  /** Whose paths are hidden; null where none is. */
  private final @Nullable Webhooks webhooks;

  private UrlSight(@Nullable Webhooks webhooks) {
    this.webhooks = webhooks;
  }

  static UrlSight of(Context context, Webhooks webhooks) {
    return isWhole(context) ? WHOLE : new UrlSight(webhooks);
  }

  static boolean isWhole(Context context) {
    return isWhole(Access.callerOf(context).key().role());
  }

  static boolean isWhole(Role role) {
    return role.may(Permission.MANAGE);
  }

  static String of(WebhookUrl url, boolean whole) {
    return whole ? url.toString() : url.withoutPath();
  }

  /** The same of a source's address, which may be in another form than a webhook's. */
  static String of(String url, boolean whole) {
    return whole ? url : WebhookUrl.withoutPath(url);
  }

  String of(WebhookUrl url) {
    return of(url, webhooks == null);
  }

  /** What the webhook's receiver answered; null where it did not. */
  @Nullable String answered(WebhookId webhook, @Nullable String text) {
    return text == null ? null : said(webhook, text);
  }

  /** What the webhook's receiver said, or what was said of it. */
  String said(WebhookId webhook, String text) {
    if (webhooks == null || text.isEmpty()) {
      return text;
    }
    // What must be hidden of a webhook that is gone is not known any more.
    return webhooks
        .find(webhook)
        .map(found -> found.url().hiddenIn(text))
        .orElse(RecordedHeaders.HIDDEN);
  }

  /** The headers of an answer. */
  Map<String, String> answered(WebhookId webhook, Map<String, String> headers) {
    if (webhooks == null) {
      return headers;
    }
    var seen = new LinkedHashMap<>(headers);
    seen.replaceAll((_, value) -> said(webhook, value));
    return seen;
  }
}
