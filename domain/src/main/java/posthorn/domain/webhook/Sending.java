package posthorn.domain.webhook;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.PayloadFormat;
import posthorn.domain.net.HeaderRules;
import posthorn.domain.retry.RetrySettings;

/**
 * What is sent to a webhook, and how often.
 *
 * @param format null for the tenant's or the server's default
 * @param headers of its own, besides ours
 * @param filter which events it gets, of the types it wants; null for all of them
 * @param certificate what it shows to receivers that ask who connects; null for nothing
 */
public record Sending(
    RetrySettings retry,
    @Nullable PayloadFormat format,
    Map<String, String> headers,
    @Nullable PayloadFilter filter,
    @Nullable ClientCertificate certificate) {
  public static final int MAX_HEADERS = 20;
  public static final Sending DEFAULT = new Sending(RetrySettings.NONE, null, Map.of(), null);

  public Sending {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    if (headers.size() > MAX_HEADERS) {
      throw new IllegalArgumentException("at most " + MAX_HEADERS + " headers of its own");
    }
    if (!HeaderRules.repeated(headers.keySet()).isEmpty()) {
      throw new IllegalArgumentException("a header twice: " + headers.keySet());
    }
    headers.forEach((name, value) ->
        HeaderRules.refusal(name, value)
            .ifPresent(why -> {
              throw new IllegalArgumentException("the header '" + name + "' " + why);
            }));
  }

  /** Without a certificate. */
  public Sending(
      RetrySettings retry,
      @Nullable PayloadFormat format,
      Map<String, String> headers,
      @Nullable PayloadFilter filter) {
    this(retry, format, headers, filter, null);
  }

  /** The same with other retries. */
  public Sending with(RetrySettings other) {
    return new Sending(other, format, headers, filter, certificate);
  }

  /** Never the headers' values: some of them are secrets. */
  @Override
  public String toString() {
    return "Sending["
        + retry
        + ", "
        + format
        + ", headers "
        + headers.keySet()
        + ", "
        + filter
        + ", "
        + certificate
        + "]";
  }
}
