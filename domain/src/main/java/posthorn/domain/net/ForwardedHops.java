package posthorn.domain.net;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The hops that a request's headers name, the nearest first; empty for one that is not clear. */
final class ForwardedHops {
  /** An address, in brackets where a port follows one of IPv6. Ports may be made up. */
  private static final Pattern NODE =
      Pattern.compile(
          "(?:\\[(?<v6>[0-9A-Fa-f:.]+)\\]|(?<v4>[0-9.]+))(?::(?:[0-9]{1,5}|_[0-9A-Za-z._-]+))?");

  private ForwardedHops() {}

  static List<Optional<ClientAddress>> ofXForwardedFor(List<String> lines) {
    return hops(lines, line -> Stream.of(line.split(",", -1)).map(ForwardedHops::node).toList());
  }

  /** RFC 7239. Of a line that is malformed nothing is believed. */
  static List<Optional<ClientAddress>> ofForwarded(List<String> lines) {
    return hops(
        lines,
        line ->
            ForwardedLine.nodes(line)
                .map(
                    nodes -> nodes.stream().map(node -> node.flatMap(ForwardedHops::node)).toList())
                .orElse(List.of(Optional.empty())));
  }

  private static List<Optional<ClientAddress>> hops(
      List<String> lines, Function<String, List<Optional<ClientAddress>>> inOrder) {
    var hops = new ArrayList<Optional<ClientAddress>>();
    lines.forEach(line -> hops.addAll(inOrder.apply(line)));
    return hops.reversed();
  }

  private static Optional<ClientAddress> node(String text) {
    String stripped = text.strip();
    Matcher node = NODE.matcher(stripped);
    if (!node.matches()) {
      return ClientAddress.parse(stripped);
    }
    String inBrackets = node.group("v6");
    return inBrackets == null
        ? ClientAddress.parse(node.group("v4"))
        : IpText.parseV6(inBrackets).flatMap(_ -> ClientAddress.parse(inBrackets));
  }
}
