package posthorn.domain.net;

import static java.util.stream.Collectors.joining;

import java.util.Comparator;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Addresses as text. Strict on purpose: {@code 0177.0.0.1} is 127.0.0.1 to one resolver and
 * 177.0.0.1 to another, so it is no address here.
 */
final class IpText {
  private static final Pattern DECIMAL = Pattern.compile("0|[1-9][0-9]{0,2}");
  private static final Pattern GROUP = Pattern.compile("[0-9A-Fa-f]{1,4}");
  private static final Pattern ZERO_GROUPS = Pattern.compile("(^|:)0(:0)+(:|$)");

  private IpText() {}

  static Optional<byte[]> parse(String text) {
    return text.contains(":") ? parseV6(text) : parseV4(text);
  }

  static Optional<byte[]> parseV4(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 4) {
      return Optional.empty();
    }
    var address = new byte[4];
    for (int i = 0; i < 4; i++) {
      if (!DECIMAL.matcher(parts[i]).matches() || Integer.parseInt(parts[i]) > 255) {
        return Optional.empty();
      }
      address[i] = (byte) Integer.parseInt(parts[i]);
    }
    return Optional.of(address);
  }

  /** Without brackets and without a zone; the last 32 bits may be written as an IPv4 address. */
  static Optional<byte[]> parseV6(String text) {
    int tail = text.lastIndexOf(':') + 1;
    if (text.indexOf('.', tail) >= 0) {
      return parseV4(text.substring(tail))
          .flatMap(v4 -> parseGroups(text.substring(0, tail) + printGroups(v4)));
    }
    return parseGroups(text);
  }

  private static Optional<byte[]> parseGroups(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      return bytes(text).filter(address -> address.length == 16);
    }
    Optional<byte[]> head = bytes(text.substring(0, gap));
    Optional<byte[]> tail = bytes(text.substring(gap + 2));
    // The gap stands for one group at least.
    if (head.isEmpty() || tail.isEmpty() || head.get().length + tail.get().length > 14) {
      return Optional.empty();
    }
    var address = new byte[16];
    System.arraycopy(head.get(), 0, address, 0, head.get().length);
    System.arraycopy(tail.get(), 0, address, 16 - tail.get().length, tail.get().length);
    return Optional.of(address);
  }

  private static Optional<byte[]> bytes(String groups) {
    if (groups.isEmpty()) {
      return Optional.of(new byte[0]);
    }
    var digits = new StringBuilder();
    for (String group : groups.split(":", -1)) {
      if (!GROUP.matcher(group).matches()) {
        return Optional.empty();
      }
      digits.repeat('0', 4 - group.length()).append(group);
    }
    return Optional.of(HexFormat.of().parseHex(digits));
  }

  /** The usual spelling; of an IPv6 address the one with its longest run of zeros left out. */
  static String print(byte[] address) {
    if (address.length == 4) {
      return IntStream.range(0, 4).mapToObj(i -> "" + (address[i] & 0xFF)).collect(joining("."));
    }
    String groups = printGroups(address);
    return ZERO_GROUPS
        .matcher(groups)
        .results()
        .max(Comparator.comparingInt(IpText::groupsIn))
        .map(run -> groups.substring(0, run.start()) + "::" + groups.substring(run.end()))
        .orElse(groups);
  }

  private static int groupsIn(MatchResult zeros) {
    return zeros.group().replace(":", "").length();
  }

  private static String printGroups(byte[] address) {
    return IntStream.range(0, address.length / 2)
        .map(i -> (address[2 * i] & 0xFF) << 8 | (address[2 * i + 1] & 0xFF))
        .mapToObj(Integer::toHexString)
        .collect(joining(":"));
  }
}
