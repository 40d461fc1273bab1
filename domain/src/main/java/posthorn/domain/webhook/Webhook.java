package posthorn.domain.webhook;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;

/**
 * A subscribed URL.
 *
 * @param version counts its changes, from 1: who changes it says which version it has seen
 * @param createdBy the key that registered it; null where the server did
 */
public record Webhook(
    WebhookId id,
    TenantId tenant,
    WebhookSettings settings,
    RotatingSecret<SigningSecret> secret,
    WebhookStatus status,
    int version,
    @Nullable ApiKeyId createdBy,
    Instant createdAt,
    Instant updatedAt) {

  /** A webhook that was just registered. */
  public static Webhook registered(
      WebhookId id,
      TenantId tenant,
      WebhookSettings settings,
      RotatingSecret<SigningSecret> secret,
      WebhookStatus status,
      Instant now) {
    return new Webhook(id, tenant, settings, secret, status, 1, null, now, now);
  }

  /** The same, registered with this key. */
  public Webhook registeredBy(@Nullable ApiKeyId key) {
    return new Webhook(id, tenant, settings, secret, status, version, key, createdAt, updatedAt);
  }

  public WebhookUrl url() {
    return settings.url();
  }

  public Flow flow() {
    return settings.flow();
  }

  public Sending sending() {
    return settings.sending();
  }

  /** What it says of its policy; what it does not say is its tenant's or the server's to say. */
  public PolicyChoices choices() {
    return settings.choices();
  }

  public boolean wants(EventType type) {
    // Asked of every webhook of a tenant for every event, so without a stream.
    for (EventTypePattern pattern : settings.events()) {
      if (pattern.matches(type)) {
        return true;
      }
    }
    return false;
  }

  /** The same in another state; that is a change like any other. */
  public Webhook in(WebhookStatus other, Instant now) {
    return changed(settings, other, now);
  }

  public Webhook changed(WebhookSettings newSettings, WebhookStatus newStatus, Instant now) {
    return new Webhook(
        id, tenant, newSettings, secret, newStatus, version + 1, createdBy, createdAt, now);
  }

  public Webhook with(RotatingSecret<SigningSecret> other, Instant now) {
    return new Webhook(id, tenant, settings, other, status, version + 1, createdBy, createdAt, now);
  }

  /**
   * What its requests can be verified with by those who know no secret, newest first.
   *
   * @param plan how they are signed
   */
  public List<String> publicKeys(SignaturePlan plan, Instant now) {
    return secret.live(now).stream()
        .filter(live -> plan.schemes().stream().anyMatch(scheme -> scheme.takes(live)))
        .flatMap(live -> live.publicKey().stream())
        .toList();
  }

  /** Why this cannot be its next secret; to be read after "the secret". */
  public Optional<String> refusalOf(SigningSecret next) {
    if (next.equals(secret.current())) {
      return Optional.of("is the present one already");
    }
    return WebhookSettings.refusal(settings.signatures(), next)
        .map(why -> "does not go with the signature schemes, which " + why);
  }
}
