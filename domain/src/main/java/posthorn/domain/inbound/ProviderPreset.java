package posthorn.domain.inbound;

import static posthorn.domain.inbound.Verification.Content.BODY;
import static posthorn.domain.inbound.Verification.Content.ID_TIME_BODY;
import static posthorn.domain.inbound.Verification.Content.NOTHING;
import static posthorn.domain.inbound.Verification.Content.TIME_BODY;
import static posthorn.domain.inbound.Verification.Content.V0_TIME_BODY;
import static posthorn.domain.inbound.Verification.Encoding.BASE64;
import static posthorn.domain.inbound.Verification.Encoding.HEX;
import static posthorn.domain.inbound.Verification.Encoding.PLAIN;
import static posthorn.domain.inbound.Verification.Layout.PAIRS;
import static posthorn.domain.inbound.Verification.Layout.SPACED;
import static posthorn.domain.inbound.Verification.Layout.WHOLE;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a kind of sender: how it proves its messages, and where their ids and types
 * stand. The first three are schemes that many share, the others are named after their provider.
 *
 * @param name the kind's name in the API
 * @param messageIds where a message's id stands, in order of preference
 */
public record ProviderPreset(
    String name, Verification verification, List<Lookup> messageIds, EventTypeRule eventType) {

  /** A longer id is none: cut short, it might be another message's. */
  public static final int MAX_MESSAGE_ID_LENGTH = 255;

  private static final Duration TOLERANCE = Duration.ofMinutes(5);

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
          new ProviderPreset(
              "sha256",
              new Verification(
                  List.of("X-Webhook-Signature", "X-Observatory-Signature"),
                  WHOLE,
                  "sha256=",
                  HEX,
                  BODY,
                  null,
                  null),
              IDS_LIKE_OURS,
              TYPES_LIKE_OURS),
          new ProviderPreset(
              "timestamped",
              new Verification(
                  List.of("X-Webhook-Signature"), PAIRS, "v1=", HEX, TIME_BODY, null, TOLERANCE),
              IDS_LIKE_OURS,
              TYPES_LIKE_OURS),
          new ProviderPreset(
              "standard",
              new Verification(
                  List.of("webhook-signature"),
                  SPACED,
                  "v1,",
                  BASE64,
                  ID_TIME_BODY,
                  "webhook-timestamp",
                  TOLERANCE),
              List.of(new Lookup.Header("webhook-id")),
              EventTypeRule.template("{/type}")),
          new ProviderPreset(
              "github",
              new Verification(
                  List.of("X-Hub-Signature-256"), WHOLE, "sha256=", HEX, BODY, null, null),
              List.of(new Lookup.Header("X-GitHub-Delivery")),
              EventTypeRule.template("{header:X-GitHub-Event}.{/action}")),
          new ProviderPreset(
              "stripe",
              new Verification(
                  List.of("Stripe-Signature"), PAIRS, "v1=", HEX, TIME_BODY, null, TOLERANCE),
              List.of(Lookup.Pointer.to("/id")),
              EventTypeRule.template("{/type}")),
          new ProviderPreset(
              "slack",
              new Verification(
                  List.of("X-Slack-Signature"),
                  WHOLE,
                  "v0=",
                  HEX,
                  V0_TIME_BODY,
                  "X-Slack-Request-Timestamp",
                  TOLERANCE),
              List.of(Lookup.Pointer.to("/event_id")),
              EventTypeRule.template("{/event/type|/type}")),
          new ProviderPreset(
              "shopify",
              new Verification(
                  List.of("X-Shopify-Hmac-Sha256"), WHOLE, "", BASE64, BODY, null, null),
              List.of(new Lookup.Header("X-Shopify-Webhook-Id")),
              EventTypeRule.template("{header:X-Shopify-Topic}")),
          // GitLab's event UUID changes when it retries; its idempotency key, since 17.4, does not.
          new ProviderPreset(
              "gitlab",
              new Verification(List.of("X-Gitlab-Token"), WHOLE, "", PLAIN, NOTHING, null, null),
              List.of(
                  new Lookup.Header("Idempotency-Key"), new Lookup.Header("X-Gitlab-Event-UUID")),
              EventTypeRule.template("{/object_kind|/event_name}")));

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
    return messageIds.stream()
        .flatMap(lookup -> lookup.in(message).stream())
        .findFirst()
        .filter(id -> id.length() <= MAX_MESSAGE_ID_LENGTH);
  }
}
