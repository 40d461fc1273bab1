package posthorn.http;

import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import posthorn.domain.access.Permission;

/**
 * Which headers of a request its reader may see. Signatures, and what a webhook's owner had added,
 * are for those who may change the webhook; for others the values of all are hidden but for those
 * that are known to be harmless.
 */
enum SentHeaders {
  ALL,
  HARMLESS;

  static final String HIDDEN = "(hidden)";

  private static final Set<String> KNOWN =
      Set.of(
          "webhook-id",
          "webhook-timestamp",
          "x-webhook-id",
          "x-webhook-event",
          "x-webhook-delivery",
          "x-webhook-delivery-id",
          "x-webhook-attempt",
          "x-webhook-timestamp",
          "x-idempotency-key",
          "content-type",
          "user-agent");

  static SentHeaders forCaller(Context context) {
    return Access.callerOf(context).key().role().may(Permission.MANAGE) ? ALL : HARMLESS;
  }

  Map<String, String> of(Map<String, String> headers) {
    var shown = new LinkedHashMap<>(headers);
    if (this == HARMLESS) {
      shown.replaceAll(
          (name, value) -> KNOWN.contains(name.toLowerCase(Locale.ROOT)) ? value : HIDDEN);
    }
    return shown;
  }
}
