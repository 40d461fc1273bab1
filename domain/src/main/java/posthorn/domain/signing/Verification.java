package posthorn.domain.signing;

import java.time.Duration;

/**
 * What was found of a request's signature. Nothing here tells the signature that would be right.
 */
public sealed interface Verification {
  /** Who holds the secret signed this body, at the time it says. */
  record Valid() implements Verification {}

  record MissingHeader(String name) implements Verification {}

  /** The reason is to be read after the header's name: "was sent more than once". */
  record MalformedHeader(String name, String why) implements Verification {}

  /** Older than the tolerance; whether the signature is right was not looked at. */
  record TooOld(Duration age) implements Verification {}

  /** Further in the future than the tolerance; the clocks disagree, or somebody plans a replay. */
  record TooEarly(Duration ahead) implements Verification {}

  /** The body, which is rightly signed, does not say when it was, and those of its sender do. */
  record MissingTime() implements Verification {}

  /** No offered signature is that of any key. */
  record NoMatch() implements Verification {}
}
