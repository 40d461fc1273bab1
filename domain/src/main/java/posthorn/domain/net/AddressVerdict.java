package posthorn.domain.net;

/** What an {@link AddressPolicy} says of an address, or of all the addresses of a name. */
public sealed interface AddressVerdict {
  record Allowed() implements AddressVerdict {}

  /** The reason is to be read after "the URL": "points to 10.0.0.1, a private network". */
  record Refused(String reason) implements AddressVerdict {}
}
