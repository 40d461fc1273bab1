package posthorn.domain.inbound;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import posthorn.domain.signing.VerificationScheme;

/**
 * What is known of a kind of sender: how it proves its messages, and where their ids and types
 * stand. The first three are schemes that many share, the others are named after their provider.
 *
 * @param name the kind's name in the API
 * @param messageIds where a message's id stands, in order of preference
 */
public record ProviderPreset(
    String name, VerificationScheme scheme, List<Lookup> messageIds, EventTypeRule eventType) {

  /** A longer id is none: cut short, it might be another message's. */
  public static final int MAX_MESSAGE_ID_LENGTH = 255;

  /** How far from now a signed time may be, unless the source's owner says otherwise. */
  public static final Duration TOLERANCE = Duration.ofMinutes(5);

  /** No {@code /id} of the body: with many senders it is the thing's, not the message's. */
  private static final List<Lookup> IDS_LIKE_OURS =
      List.of(
          new Lookup.Header("X-Idempotency-Key"),
          new Lookup.Header("X-Webhook-Delivery"),
          new Lookup.Header("X-Webhook-Delivery-ID"));

  private static final EventTypeRule TYPES_LIKE_OURS =
      EventTypeRule.template("{header:X-Webhook-Event|/type|/event_type|/event}");

  private static final List<ProviderPreset> ALL =
      List.of(
          preset("sha256", IDS_LIKE_OURS, TYPES_LIKE_OURS),
          preset("timestamped", IDS_LIKE_OURS, TYPES_LIKE_OURS),
          preset(
              "standard",
              List.of(new Lookup.Header("webhook-id")),
              EventTypeRule.template("{/type}")),
          preset(
              "github",
              List.of(new Lookup.Header("X-GitHub-Delivery")),
              EventTypeRule.template("{header:X-GitHub-Event}.{/action}")),
          preset("stripe", List.of(Lookup.Pointer.to("/id")), EventTypeRule.template("{/type}")),
          preset(
              "slack",
              List.of(Lookup.Pointer.to("/event_id")),
              EventTypeRule.template("{/event/type|/type}")),
          preset(
              "shopify",
              List.of(new Lookup.Header("X-Shopify-Webhook-Id")),
              EventTypeRule.template("{header:X-Shopify-Topic}")),
          // GitLab's event UUID changes when it retries; its idempotency key, since 17.4, does not.
          preset(
              "gitlab",
              List.of(
                  new Lookup.Header("Idempotency-Key"), new Lookup.Header("X-Gitlab-Event-UUID")),
              EventTypeRule.template("{/object_kind|/event_name}")));

  private static ProviderPreset preset(
      String name, List<Lookup> messageIds, EventTypeRule eventType) {
    return new ProviderPreset(
        name, VerificationScheme.named(name, null).orElseThrow(), messageIds, eventType);
  }

  public ProviderPreset {
    messageIds = List.copyOf(messageIds);
  }

  public static Optional<ProviderPreset> named(String name) {
    return ALL.stream().filter(preset -> preset.name.equals(name)).findFirst();
  }

  public static List<String> names() {
    return ALL.stream().map(ProviderPreset::name).toList();
  }

  /** What tells the message from every other of its source, and is the same when it comes again. */
  public Optional<String> messageId(InboundMessage message) {
    return idAt(messageIds, message);
  }

  static Optional<String> idAt(List<Lookup> places, InboundMessage message) {
    return places.stream()
        .flatMap(lookup -> lookup.in(message).stream())
        .findFirst()
        .filter(id -> id.length() <= MAX_MESSAGE_ID_LENGTH);
  }
}
