package posthorn.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import posthorn.domain.net.AddressVerdict;
import posthorn.domain.net.UrlPolicy;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.tenant.TenantId;

/**
 * Checks a URL, looks its name up and checks every address of it; what it returns is what is
 * dialled, so that nobody can answer with one address to be checked and with another to be dialled.
 */
final class AddressGuard {
  /** Strangers choose the URLs, so what is remembered must have an end. */
  private static final int MOST_REMEMBERED = 10_000;

  private final UrlPolicy policy;
  private final Names names;

  /** What was allowed, with the very addresses that were judged. */
  private final Map<WebhookUrl, List<InetAddress>> allowed = new ConcurrentHashMap<>();

  AddressGuard(UrlPolicy policy, Names names) {
    this.policy = policy;
    this.names = names;
  }

  List<InetAddress> resolve(TenantId tenant, WebhookUrl url, Duration patience)
      throws UnknownHostException, TimeoutException, InterruptedException, BlockedAddressException {
    List<InetAddress> judged = allowed.get(url);
    if (judged != null && judged.equals(names.addressesOf(tenant, url.host(), patience))) {
      return judged;
    }
    List<InetAddress> addresses = judge(tenant, url, patience);
    if (allowed.size() >= MOST_REMEMBERED) {
      allowed.clear();
    }
    allowed.put(url, addresses);
    return addresses;
  }

  private List<InetAddress> judge(TenantId tenant, WebhookUrl url, Duration patience)
      throws UnknownHostException, TimeoutException, InterruptedException, BlockedAddressException {
    // Again, though it was allowed when it was registered: an operator may have thought better.
    Optional<String> refusal = policy.refusal(url);
    if (refusal.isPresent()) {
      throw new BlockedAddressException(refusal.get());
    }
    List<InetAddress> addresses = names.addressesOf(tenant, url.host(), patience);
    return switch (policy
        .addresses()
        .judgeAll(addresses.stream().map(InetAddress::getAddress).toList())) {
      case AddressVerdict.Allowed() -> addresses;
      case AddressVerdict.Refused(String reason) -> throw new BlockedAddressException(reason);
    };
  }

  /**
   * It may not be used, or its name leads to an address that may not be dialled; to be read after
   * "the URL".
   */
  static final class BlockedAddressException extends Exception {
    BlockedAddressException(String reason) {
      super(reason);
    }

    String reason() {
      return String.valueOf(getMessage());
    }
  }
}
