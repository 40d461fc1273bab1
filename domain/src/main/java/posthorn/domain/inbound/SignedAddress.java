package posthorn.domain.inbound;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * The address of a source as its sender has it, which some senders sign. Its owner writes it, since
 * what a request says of its own address is what a stranger says.
 */
final class SignedAddress {
  static final int MAX_LENGTH = 1024;

  /** Stands for the source's id, which is not known before the source is made. */
  static final String ID = "{source_id}";

  static final String EXAMPLE = "https://hooks.example.com/gateway/webhooks/" + ID;

  static final String RULE =
      "must be the address as the sender has it, beginning with https:// or http://, of at most "
          + MAX_LENGTH
          + " printable ASCII characters, without user and fragment; '"
          + ID
          + "' in it stands for the source's id, as in "
          + EXAMPLE;

  private SignedAddress() {}

  static boolean isValid(String text) {
    if (text.length() > MAX_LENGTH || !text.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
      return false;
    }
    try {
      URI address = new URI(text.replace(ID, "id"));
      boolean web = "https".equals(address.getScheme()) || "http".equals(address.getScheme());
      return web
          && address.getHost() != null
          && address.getRawUserInfo() == null
          && address.getRawFragment() == null;
    } catch (URISyntaxException _) {
      return false;
    }
  }

  /** The address of the source with that id. */
  static String of(String text, SourceId id) {
    return text.replace(ID, id.value());
  }
}
