package posthorn.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import posthorn.domain.net.AddressPolicy;
import posthorn.domain.net.AddressVerdict;

/**
 * Looks a name up and checks every address of it; what it returns is what is dialled, so that
 * nobody can answer with one address to be checked and with another to be dialled.
 */
final class AddressGuard {
  private final AddressPolicy policy;
  private final Names names;

  AddressGuard(AddressPolicy policy, Names names) {
    this.policy = policy;
    this.names = names;
  }

  List<InetAddress> resolve(String host, Duration patience)
      throws UnknownHostException, TimeoutException, InterruptedException, BlockedAddressException {
    List<InetAddress> addresses = names.addressesOf(host, patience);
    return switch (policy.judgeAll(addresses.stream().map(InetAddress::getAddress).toList())) {
      case AddressVerdict.Allowed() -> addresses;
      case AddressVerdict.Refused(String reason) -> throw new BlockedAddressException(reason);
    };
  }

  /** The name leads to an address that may not be dialled; to be read after "the URL". */
  static final class BlockedAddressException extends Exception {
    BlockedAddressException(String reason) {
      super(reason);
    }

    String reason() {
      return String.valueOf(getMessage());
    }
  }
}
