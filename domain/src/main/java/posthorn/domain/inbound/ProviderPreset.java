package posthorn.domain.inbound;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import posthorn.domain.signing.VerificationScheme;

/**
 * What is known of a kind of sender: how it proves its messages, and where their ids and types
 * stand. The first three are schemes that many share, the others are named after their provider.
 *
 * @param name the kind's name in the API
 * @param freshness how a message's age is checked
 * @param identity how a repeated message is recognised
 */
public record ProviderPreset(
    String name,
    VerificationScheme scheme,
    Freshness freshness,
    Identity identity,
    EventTypeRule eventType,
    UrlChallenge challenge) {

  /**
   * How old a message may be.
   *
   * @param tolerance how far from now a signed time may be, unless the source's owner says
   *     otherwise
   * @param sentAt where the body has its time in milliseconds; null where it has none, or a header
   *     has it
   */
  public record Freshness(Duration tolerance, Lookup.@Nullable Pointer sentAt) {
    static final Freshness USUAL = new Freshness(Duration.ofMinutes(5), null);
  }

  /**
   * What a message's {@link MessageId} is made of.
   *
   * @param places where its id stands, in order of preference
   * @param wholeBody whether the body itself does where no id is found: no two messages have the
   *     same, and a repeated one has the one it had
   */
  public record Identity(List<Lookup> places, boolean wholeBody) {
    public Identity {
      places = List.copyOf(places);
    }

    static Identity headers(String... names) {
      return new Identity(Stream.of(names).<Lookup>map(Lookup.Header::new).toList(), false);
    }

    static Identity pointer(String pointer) {
      return new Identity(List.of(Lookup.Pointer.to(pointer)), false);
    }

    static Identity body(Lookup... before) {
      return new Identity(List.of(before), true);
    }
  }

  public static Optional<ProviderPreset> named(String name) {
    return ProviderPresets.ALL.stream().filter(preset -> preset.name.equals(name)).findFirst();
  }

  public static List<String> names() {
    return ProviderPresets.ALL.stream().map(ProviderPreset::name).toList();
  }

  /** Where a message's id stands, in order of preference. */
  public List<Lookup> messageIds() {
    return identity.places();
  }

  /** Whether a message says, signed, when it was sent. */
  public boolean isTimed() {
    return scheme.timed() || freshness.sentAt() != null;
  }
}
