package posthorn.domain.net;

import java.util.List;
import java.util.Optional;

/** Names that mean something only inside a machine, a network or a cloud. */
final class PrivateNames {
  private record Domain(String name, String kind) {}

  /** Each stands for itself and for all names below it. */
  private static final List<Domain> DOMAINS =
      List.of(
          new Domain("localhost", "the machine itself"),
          new Domain("localdomain", "the machine itself"),
          new Domain("local", "a name of the local network"),
          new Domain("home.arpa", "a name of the local network"),
          new Domain("home", "a name of the local network"),
          new Domain("lan", "a name of the local network"),
          new Domain("internal", "a name of a private network"),
          new Domain("intranet", "a name of a private network"),
          new Domain("private", "a name of a private network"),
          new Domain("corp", "a name of a private network"),
          new Domain("svc", "a name inside a Kubernetes cluster"),
          new Domain("onion", "a name of the Tor network"),
          new Domain("metadata.goog", "a cloud's metadata service"),
          new Domain("metadata.tencentyun.com", "a cloud's metadata service"),
          new Domain("metadata.packet.net", "a cloud's metadata service"),
          new Domain("metadata.platformequinix.com", "a cloud's metadata service"));

  private PrivateNames() {}

  /** What the name is, when it is private; the name in lower case and without a trailing dot. */
  static Optional<String> kindOf(String name) {
    Optional<String> kind =
        DOMAINS.stream()
            .filter(domain -> name.equals(domain.name()) || name.endsWith("." + domain.name()))
            .map(Domain::kind)
            .findFirst();
    // The hosts file or a search domain would decide what a single word means.
    return name.contains(".") ? kind : kind.or(() -> Optional.of("a name without a domain"));
  }
}
