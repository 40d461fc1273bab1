package posthorn.domain.inbound;

import java.time.Duration;
import java.util.List;
import posthorn.domain.inbound.ProviderPreset.Freshness;
import posthorn.domain.inbound.ProviderPreset.Identity;
import posthorn.domain.signing.VerificationScheme;

/** All kinds of senders, as their providers document them. */
final class ProviderPresets {
  /** No {@code /id} of the body: with many senders it is the thing's, not the message's. */
  private static final Identity IDS_LIKE_OURS =
      Identity.headers("X-Idempotency-Key", "X-Webhook-Delivery", "X-Webhook-Delivery-ID");

  private static final EventTypeRule TYPES_LIKE_OURS =
      EventTypeRule.template("{header:X-Webhook-Event|/type|/event_type|/event}");

  static final List<ProviderPreset> ALL =
      List.of(
          preset("sha256", IDS_LIKE_OURS, TYPES_LIKE_OURS),
          preset("timestamped", IDS_LIKE_OURS, TYPES_LIKE_OURS),
          preset("standard", Identity.headers("webhook-id", "svix-id"), "{/type}"),
          preset(
              "github", Identity.headers("X-GitHub-Delivery"), "{header:X-GitHub-Event}.{/action}"),
          preset("stripe", Identity.pointer("/id"), "{/type}"),
          asking(
              preset("slack", Identity.pointer("/event_id"), "{/event/type|/type}"),
              UrlChallenge.SLACK),
          preset("shopify", Identity.headers("X-Shopify-Webhook-Id"), "{header:X-Shopify-Topic}"),
          // GitLab's event UUID changes when it retries; its idempotency key, since 17.4, does not.
          preset(
              "gitlab",
              Identity.headers("Idempotency-Key", "X-Gitlab-Event-UUID"),
              "{/object_kind|/event_name}"),
          preset(
              "svix", Identity.headers("svix-id", "webhook-id"), "{/type|/event_type|/eventType}"),
          preset(
              "twilio",
              Identity.headers("I-Twilio-Idempotency-Token"),
              "message_{/MessageStatus|/SmsStatus}.call_{/CallStatus}"),
          preset("hubspot", Identity.body(), ofEach("/subscriptionType")),
          within(
              preset("linear", Identity.headers("Linear-Delivery"), "{/type}.{/action}"),
              new Freshness(Duration.ofMinutes(1), Lookup.Pointer.to("/webhookTimestamp"))),
          asking(preset("zoom", Identity.body(), "{/event}"), UrlChallenge.ZOOM),
          asking(
              preset("discord", Identity.body(Lookup.Pointer.to("/id")), "{/event/type|/type}"),
              UrlChallenge.DISCORD),
          preset("sendgrid", Identity.body(), ofEach("/event")),
          preset("paddle", Identity.pointer("/event_id"), "{/event_type}"),
          preset("square", Identity.pointer("/event_id"), "{/type}"),
          within(
              preset("calendly", Identity.body(), "{/event}"),
              new Freshness(Duration.ofMinutes(3), null)));

  private ProviderPresets() {}

  /** Of senders that post several events in one message, as an array. */
  private static EventTypeRule ofEach(String pointer) {
    return EventTypeRule.at(Lookup.OfEach.to(pointer), Lookup.Pointer.to(pointer));
  }

  private static ProviderPreset preset(String name, Identity identity, String template) {
    return preset(name, identity, EventTypeRule.template(template));
  }

  private static ProviderPreset preset(String name, Identity identity, EventTypeRule eventType) {
    return new ProviderPreset(
        name,
        VerificationScheme.named(name, null).orElseThrow(),
        Freshness.USUAL,
        identity,
        eventType,
        UrlChallenge.NONE);
  }

  private static ProviderPreset within(ProviderPreset preset, Freshness freshness) {
    return new ProviderPreset(
        preset.name(),
        preset.scheme(),
        freshness,
        preset.identity(),
        preset.eventType(),
        preset.challenge());
  }

  private static ProviderPreset asking(ProviderPreset preset, UrlChallenge challenge) {
    return new ProviderPreset(
        preset.name(),
        preset.scheme(),
        preset.freshness(),
        preset.identity(),
        preset.eventType(),
        challenge);
  }
}
