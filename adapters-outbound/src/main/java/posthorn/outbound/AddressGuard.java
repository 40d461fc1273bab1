package posthorn.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;
import posthorn.domain.net.AddressPolicy;
import posthorn.domain.net.AddressVerdict;

/** Resolves a name once and checks every address of it; what it returns is what is dialled. */
final class AddressGuard {
  private final AddressPolicy policy;

  AddressGuard(AddressPolicy policy) {
    this.policy = policy;
  }

  InetAddress resolve(String host) throws UnknownHostException, BlockedAddressException {
    InetAddress[] addresses = InetAddress.getAllByName(host);
    List<byte[]> bytes = Stream.of(addresses).map(InetAddress::getAddress).toList();
    return switch (policy.judgeAll(bytes)) {
      case AddressVerdict.Allowed() -> addresses[0];
      case AddressVerdict.Refused(String reason) ->
          throw new BlockedAddressException("the URL " + reason);
    };
  }

  /** The name leads to an address that may not be dialled. */
  static final class BlockedAddressException extends Exception {
    BlockedAddressException(String message) {
      super(message);
    }
  }
}
