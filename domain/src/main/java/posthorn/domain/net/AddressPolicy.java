package posthorn.domain.net;

import java.util.Arrays;
import java.util.List;
import posthorn.domain.net.AddressVerdict.Allowed;
import posthorn.domain.net.AddressVerdict.Refused;

/**
 * Which addresses may be dialled: the public ones, and those of the networks an operator allowed.
 *
 * <p>An IPv4-mapped IPv6 address is dialled as the IPv4 address in it, and so is allowed where that
 * one's network was allowed by the operator. Otherwise it is refused even if that one is public: no
 * receiver has a reason to be written like this.
 */
public record AddressPolicy(List<Cidr> allowedNetworks) {
  /** No private network is allowed. */
  public static final AddressPolicy PUBLIC_ONLY = new AddressPolicy(List.of());

  /**
   * Without the address, or its kind: whoever registers names could else have the names of our own
   * network looked up.
   */
  private static final Refused NOT_ALLOWED =
      new Refused(
          "resolves to an address that is not allowed (an operator may allow its network with"
              + " outbound.allowed_networks)");

  public AddressPolicy {
    allowedNetworks = List.copyOf(allowedNetworks);
  }

  /** Judges one address, of 4 or 16 bytes; the reason names it. */
  public AddressVerdict judge(byte[] address) {
    if (address.length != 4 && address.length != 16) {
      throw new IllegalArgumentException("not an address of 4 or 16 bytes: " + address.length);
    }
    if (isAllowListed(address)) {
      return new Allowed();
    }
    return SpecialBlocks.kindOf(address)
        .<AddressVerdict>map(
            kind -> new Refused("points to " + IpText.print(address) + ", " + kind))
        .orElseGet(Allowed::new);
  }

  /**
   * Judges all the addresses of one name. A single bad one refuses them all: who answers with a
   * public and a private address is trying which of them gets dialled. The reason names none.
   */
  public AddressVerdict judgeAll(List<byte[]> addresses) {
    if (addresses.isEmpty()) {
      return new Refused("points to a name without an address");
    }
    boolean allAllowed = addresses.stream().map(this::judge).allMatch(Allowed.class::isInstance);
    return allAllowed ? new Allowed() : NOT_ALLOWED;
  }

  private boolean isAllowListed(byte[] address) {
    if (SpecialBlocks.IPV4_MAPPED.contains(address)
        && isAllowListed(Arrays.copyOfRange(address, 12, 16))) {
      return true;
    }
    return allowedNetworks.stream().anyMatch(network -> network.contains(address));
  }
}
