package posthorn.bootstrap.config;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The variables that Kubernetes gives to every pod for each Service. Those of a Service called
 * {@code posthorn}, or {@code posthorn-web}, begin as our settings do.
 */
final class KubernetesVariables {
  /** {@code tcp://10.0.0.1:8080}, which no setting of ours looks like. */
  private static final Pattern LINK =
      Pattern.compile("(?:tcp|udp|sctp)://[0-9A-Fa-f.:\\[\\]]+:[0-9]{1,5}");

  private static final Pattern ADDRESS = Pattern.compile("[0-9A-Fa-f.:]+");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,5}");
  private static final Pattern PROTOCOL = Pattern.compile("tcp|udp|sctp");

  private static final String ONE_PORT = ".+_PORT_[0-9]{1,5}_(?:TCP|UDP|SCTP)";
  private static final Pattern LINK_NAME = Pattern.compile(".+_PORT|" + ONE_PORT);
  private static final Pattern ADDRESS_NAME =
      Pattern.compile(".+_SERVICE_HOST|" + ONE_PORT + "_ADDR");
  private static final Pattern NUMBER_NAME =
      Pattern.compile(".+_SERVICE_PORT(?:_.+)?|" + ONE_PORT + "_PORT");
  private static final Pattern PROTOCOL_NAME = Pattern.compile(ONE_PORT + "_PROTO");

  private KubernetesVariables() {}

  /** Whether name and value both have one of these forms; the name alone may be a mistake. */
  static boolean has(String name, String value) {
    return matches(LINK_NAME, name, LINK, value)
        || matches(ADDRESS_NAME, name, ADDRESS, value)
        || matches(NUMBER_NAME, name, NUMBER, value)
        || matches(PROTOCOL_NAME, name, PROTOCOL, value);
  }

  /** What to do where one of them has the name of a setting. */
  static String wayOut(String name) {
    String service =
        name.substring(0, name.length() - "_PORT".length())
            .toLowerCase(Locale.ROOT)
            .replace('_', '-');
    return "is what Kubernetes makes for a Service named "
        + service
        + ", and no port: set enableServiceLinks: false in the pod's spec, or name the Service"
        + " differently";
  }

  private static boolean matches(Pattern names, String name, Pattern values, String value) {
    return names.matcher(name).matches() && values.matcher(value).matches();
  }
}
