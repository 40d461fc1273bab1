package posthorn.domain.net;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Which headers of its own a webhook may have sent with its deliveries. */
public final class HeaderRules {
  public static final int MAX_VALUE_LENGTH = 8192;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}");

  /** Beyond ASCII, characters truncated to a byte may become a line break. */
  private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7E]*");

  private record Reserved(String why, List<String> names) {
    boolean has(String name) {
      return names.stream()
          .anyMatch(reserved ->
              reserved.endsWith("-") ? name.startsWith(reserved) : name.equals(reserved));
    }
  }

  /** A name that ends in a hyphen stands for all that begin with it. */
  private static final List<Reserved> RESERVED =
      List.of(
          new Reserved(
              "belongs to the connection",
              List.of(
                  "host",
                  "connection",
                  "keep-alive",
                  "transfer-encoding",
                  "content-length",
                  "te",
                  "trailer",
                  "upgrade",
                  "http2-settings",
                  "expect",
                  "proxy-")),
          new Reserved(
              "is set by Posthorn itself",
              List.of(
                  "content-type",
                  "content-encoding",
                  "user-agent",
                  "webhook-",
                  "posthorn-",
                  "x-webhook-",
                  "x-idempotency-key",
                  "x-observatory-signature")),
          new Reserved(
              "opens the metadata service of a cloud",
              List.of(
                  "metadata",
                  "metadata-",
                  "x-metadata-token",
                  "x-aws-ec2-metadata-",
                  "x-aliyun-ecs-metadata-",
                  "x-google-metadata-request")),
          new Reserved("is for browsers", List.of("cookie", "set-cookie")));

  private HeaderRules() {}

  /**
   * Those that are, in other letters, another one's name that comes before: for a receiver both are
   * the same header, and it could not tell which to believe.
   */
  public static List<String> repeated(Collection<String> names) {
    Set<String> before = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    return names.stream().filter(name -> !before.add(name)).toList();
  }

  /**
   * Why the header may not be set; never with its value, which may be a secret. An empty value is
   * legal (RFC 9110, section 5.5).
   */
  public static Optional<String> refusal(String name, String value) {
    if (!NAME.matcher(name).matches()) {
      return Optional.of("has a name that is not an HTTP header's");
    }
    if (value.length() > MAX_VALUE_LENGTH) {
      return Optional.of("has a value longer than " + MAX_VALUE_LENGTH + " characters");
    }
    if (!VALUE.matcher(value).matches()) {
      return Optional.of("has a value with control or non-ASCII characters");
    }
    // Receivers behind CGI cannot tell an underscore from a hyphen.
    String plain = name.toLowerCase(Locale.ROOT).replace('_', '-');
    return RESERVED.stream().filter(reserved -> reserved.has(plain)).map(Reserved::why).findFirst();
  }
}
