package posthorn.http;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.application.retention.RetentionPolicy;
import posthorn.domain.field.DurationText;
import posthorn.domain.tenancy.RetentionChoices;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.Quotas;

/** A tenant as the API shows it; where a quota is null, the server's default holds. */
record TenantView(
    String id,
    String name,
    Quotas quotas,
    DefaultsView defaults,
    OwnRetention retention,
    RetentionView effectiveRetention,
    Instant createdAt) {

  /** For how long it wants its history kept; null is what it leaves to the server. */
  record OwnRetention(
      @Nullable String delivered, @Nullable String attempts, @Nullable String dead) {
    static OwnRetention of(RetentionChoices choices) {
      return new OwnRetention(
          text(choices.delivered()), text(choices.attempts()), text(choices.dead()));
    }

    private static @Nullable String text(@Nullable Duration duration) {
      return duration == null ? null : DurationText.of(duration);
    }
  }

  /**
   * The view.
   *
   * @param effective for how long its history is kept, whoever says so
   */
  static TenantView of(Tenant tenant, RetentionPolicy effective) {
    return new TenantView(
        tenant.id().value(),
        tenant.name(),
        tenant.quotas(),
        DefaultsView.of(tenant.defaults()),
        OwnRetention.of(tenant.retention()),
        RetentionView.of(effective),
        tenant.createdAt());
  }
}
