package posthorn.http;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.field.FieldError;
import posthorn.domain.tenant.Quotas;

/** Reads a tenant's quotas. */
final class QuotaFields {
  private static final String FIELD = "quotas";

  private QuotaFields() {}

  /**
   * The quotas with what the request says of them; a null takes one away, and in place of the whole
   * object takes away all. Where something is wrong, that is noted, and they stay as they are.
   */
  static Quotas changed(RequestFields fields, Quotas present) {
    if (!fields.has(FIELD)) {
      return fields.mentions(FIELD) ? Quotas.NONE : present;
    }
    Optional<RequestFields> object = fields.object(FIELD);
    if (object.isEmpty()) {
      return present;
    }
    RequestFields quotas = object.get();
    Long webhooks = number(quotas, Quotas.MAX_WEBHOOKS, present.maxWebhooks());
    Long keys = number(quotas, Quotas.MAX_API_KEYS, present.maxApiKeys());
    Long events = number(quotas, Quotas.EVENTS_PER_MINUTE, present.eventsPerMinute());
    Long requests = number(quotas, Quotas.REQUESTS_PER_MINUTE, present.requestsPerMinute());
    Long bytes = number(quotas, Quotas.MAX_STORED_BYTES, present.maxStoredBytes());
    Long data = number(quotas, Quotas.MAX_DATA_BYTES, present.maxDataBytes());
    List<FieldError> errors =
        Quotas.errors(FIELD + ".", webhooks, keys, events, requests, bytes, data);
    fields.rejectAll(errors);
    return errors.isEmpty()
        ? new Quotas(
            whole(webhooks), whole(keys), whole(events), whole(requests), bytes, whole(data))
        : present;
  }

  private static @Nullable Long number(
      RequestFields quotas, String name, @Nullable Number present) {
    if (!quotas.mentions(name)) {
      return present == null ? null : present.longValue();
    }
    return quotas.number(name).orElse(null);
  }

  private static @Nullable Integer whole(@Nullable Long number) {
    return number == null ? null : Math.toIntExact(number);
  }
}
