package posthorn.domain.net;

import java.util.Arrays;
import java.util.Optional;

/**
 * The address that a request came from. An IPv4 address in the form of IPv6 is the IPv4 address.
 *
 * @param text in the usual spelling
 * @param network what the client is counted by: the address itself, but of IPv6 its /64, as one
 *     client has all of that
 */
public record ClientAddress(String text, String network) {
  /** In place of one that the system does not tell. */
  public static final ClientAddress UNKNOWN = new ClientAddress("unknown", "unknown");

  private static final int V4_LENGTH = 4;
  private static final int V6_LENGTH = 16;
  private static final int NETWORK_LENGTH = 8;

  public static Optional<ClientAddress> parse(String text) {
    return IpText.parse(text).map(ClientAddress::of);
  }

  /** Reads what the system calls the other end of a connection: it may have brackets and a zone. */
  public static ClientAddress ofPeer(String text) {
    String bare =
        text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
    int zone = bare.indexOf('%');
    return parse(zone < 0 ? bare : bare.substring(0, zone)).orElse(UNKNOWN);
  }

  private static ClientAddress of(byte[] address) {
    if (isMapped(address)) {
      return of(Arrays.copyOfRange(address, V6_LENGTH - V4_LENGTH, V6_LENGTH));
    }
    String text = IpText.print(address);
    return new ClientAddress(text, address.length == V4_LENGTH ? text : networkOf(address));
  }

  /** Whether it is in {@code ::ffff:0:0/96}. */
  private static boolean isMapped(byte[] address) {
    if (address.length != V6_LENGTH || address[10] != -1 || address[11] != -1) {
      return false;
    }
    for (int i = 0; i < 10; i++) {
      if (address[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private static String networkOf(byte[] address) {
    byte[] first = Arrays.copyOf(Arrays.copyOf(address, NETWORK_LENGTH), V6_LENGTH);
    return IpText.print(first) + "/" + NETWORK_LENGTH * Byte.SIZE;
  }

  boolean isIn(Cidr network) {
    return IpText.parse(text).filter(network::contains).isPresent();
  }

  @Override
  public String toString() {
    return text;
  }
}
