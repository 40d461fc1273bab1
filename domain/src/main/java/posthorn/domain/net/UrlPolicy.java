package posthorn.domain.net;

import java.net.URI;
import java.util.Optional;
import posthorn.domain.net.UrlVerdict.Allowed;
import posthorn.domain.net.UrlVerdict.Refused;

/**
 * Which URLs a webhook may have, as far as the text tells. A name that passes here still has to be
 * resolved, and every address of it has to pass {@link AddressPolicy#judgeAll}.
 */
public record UrlPolicy(boolean allowHttp, AddressPolicy addresses) {

  /** Any text may come from outside; none makes this throw. */
  public UrlVerdict judge(String text) {
    Optional<String> malformed = UrlForm.refusal(text);
    if (malformed.isPresent()) {
      return new Refused(malformed.get());
    }
    var url = new WebhookUrl(URI.create(text));
    return refusal(url).<UrlVerdict>map(Refused::new).orElseGet(() -> new Allowed(url));
  }

  /** Why a URL of the right form may not be used, if so; to be read after "the URL". */
  public Optional<String> refusal(WebhookUrl url) {
    if (!url.secure() && !allowHttp) {
      return Optional.of("must use https");
    }
    Optional<String> service = ReservedPorts.serviceOn(url.port());
    if (service.isPresent()) {
      return Optional.of("uses port " + url.port() + ", which belongs to " + service.get());
    }
    return IpText.parse(url.host())
        .map(this::addressRefusal)
        .orElseGet(() -> nameRefusal(url.host()));
  }

  private Optional<String> addressRefusal(byte[] address) {
    return switch (addresses.judge(address)) {
      case AddressVerdict.Allowed() -> Optional.empty();
      case AddressVerdict.Refused(var reason) -> Optional.of(reason);
    };
  }

  private Optional<String> nameRefusal(String name) {
    // Where some private networks are allowed, a private name may lead into one of them: only its
    // addresses can tell.
    if (!addresses.allowedNetworks().isEmpty()) {
      return Optional.empty();
    }
    return PrivateNames.kindOf(name).map(kind -> "points to " + name + ", " + kind);
  }
}
