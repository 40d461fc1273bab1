package posthorn.domain.net;

import java.util.List;
import java.util.Optional;

/**
 * The blocks of addresses that are not the public internet, mostly from IANA's registries of
 * special-purpose addresses. The first block that has an address says what it is.
 */
final class SpecialBlocks {
  private record Block(Cidr network, String kind) {}

  static final Cidr IPV4_MAPPED = cidr("::ffff:0:0/96");

  private static final List<Block> IPV4 =
      List.of(
          block("0.0.0.0/8", "which means this machine"),
          block("10.0.0.0/8", "a private network"),
          block("100.64.0.0/10", "a carrier's shared network"),
          block("127.0.0.0/8", "a loopback address"),
          block("169.254.0.0/16", "a link-local address"),
          block("172.16.0.0/12", "a private network"),
          block("192.0.0.0/24", "reserved for protocols"),
          block("192.0.2.0/24", "reserved for documentation"),
          block("192.88.99.0/24", "a 6to4 relay"),
          block("192.168.0.0/16", "a private network"),
          block("198.18.0.0/15", "reserved for benchmarks"),
          block("198.51.100.0/24", "reserved for documentation"),
          block("203.0.113.0/24", "reserved for documentation"),
          block("224.0.0.0/4", "a multicast address"),
          block("240.0.0.0/4", "a reserved address"),
          // In public space, yet every machine on Azure reaches its host's own services there.
          block("168.63.129.16/32", "a cloud's metadata service"));

  /** Nothing outside is public, so the blocks there are in the table only to be called by name. */
  private static final Cidr PUBLIC_IPV6 = cidr("2000::/3");

  private static final List<Block> IPV6 =
      List.of(
          block("::/128", "which means this machine"),
          block("::1/128", "a loopback address"),
          block("::/96", "an IPv4 address in IPv6 form"),
          new Block(IPV4_MAPPED, "an IPv4 address in IPv6 form"),
          block("::ffff:0:0:0/96", "an IPv4 address in IPv6 form"),
          block("64:ff9b::/96", "an IPv4 address behind NAT64"),
          block("64:ff9b:1::/48", "an IPv4 address behind NAT64"),
          block("100::/64", "a discard-only address"),
          block("2001::/32", "a Teredo tunnel"),
          block("2001:2::/48", "reserved for benchmarks"),
          block("2001:10::/28", "an ORCHID identifier"),
          block("2001:20::/28", "an ORCHID identifier"),
          block("2001::/23", "reserved for protocols"),
          block("2001:db8::/32", "reserved for documentation"),
          block("2002::/16", "a 6to4 tunnel"),
          block("3fff::/20", "reserved for documentation"),
          block("5f00::/16", "a segment routing identifier"),
          block("fc00::/7", "a private network"),
          block("fe80::/10", "a link-local address"),
          block("fec0::/10", "a private network"),
          block("ff00::/8", "a multicast address"));

  private SpecialBlocks() {}

  /** What the address is, when it is not a public one. */
  static Optional<String> kindOf(byte[] address) {
    List<Block> blocks = address.length == 4 ? IPV4 : IPV6;
    Optional<String> kind =
        blocks.stream()
            .filter(block -> block.network().contains(address))
            .map(Block::kind)
            .findFirst();
    if (address.length == 4 || PUBLIC_IPV6.contains(address)) {
      return kind;
    }
    return kind.or(() -> Optional.of("outside the public IPv6 addresses"));
  }

  private static Block block(String network, String kind) {
    return new Block(cidr(network), kind);
  }

  private static Cidr cidr(String text) {
    return Cidr.parse(text).orElseThrow();
  }
}
