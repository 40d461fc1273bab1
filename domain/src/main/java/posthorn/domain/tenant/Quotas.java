package posthorn.domain.tenant;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.field.FieldError;

/** How much a tenant may have, and how fast it may ask; null where the server's default holds. */
public record Quotas(
    @Nullable Integer maxWebhooks,
    @Nullable Integer maxApiKeys,
    @Nullable Integer eventsPerMinute,
    @Nullable Integer requestsPerMinute,
    @Nullable Long maxStoredBytes,
    @Nullable Integer maxDataBytes) {

  public static final String MAX_WEBHOOKS = "max_webhooks";
  public static final String MAX_API_KEYS = "max_api_keys";
  public static final String EVENTS_PER_MINUTE = "events_per_minute";
  public static final String REQUESTS_PER_MINUTE = "requests_per_minute";
  public static final String MAX_STORED_BYTES = "max_stored_bytes";
  public static final String MAX_DATA_BYTES = "max_data_bytes";

  public static final int MOST = 1_000_000;

  /**
   * All are kept in memory, and an event may have a delivery for each: as many as one commit has.
   */
  public static final int MOST_WEBHOOKS = 10_000;

  /** A pebibyte. */
  public static final long MOST_STORED_BYTES = 1L << 50;

  /** What the limit of an event's data may be: several are in memory at once. */
  public static final int LEAST_DATA_BYTES = 1024;

  public static final int MOST_DATA_BYTES = 5 * 1024 * 1024;

  public static final Quotas NONE = new Quotas(null, null, null, null, null, null);

  public Quotas {
    List<FieldError> errors =
        errors(
            "",
            number(maxWebhooks),
            number(maxApiKeys),
            number(eventsPerMinute),
            number(requestsPerMinute),
            maxStoredBytes,
            number(maxDataBytes));
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException(errors.toString());
    }
  }

  /**
   * What is wrong with numbers that a person wrote.
   *
   * @param path what stands before the names: {@code quotas.}
   */
  public static List<FieldError> errors(
      String path,
      @Nullable Long maxWebhooks,
      @Nullable Long maxApiKeys,
      @Nullable Long eventsPerMinute,
      @Nullable Long requestsPerMinute,
      @Nullable Long maxStoredBytes,
      @Nullable Long maxDataBytes) {
    var errors = new ArrayList<FieldError>();
    check(errors, path + MAX_WEBHOOKS, maxWebhooks, 0, MOST_WEBHOOKS);
    check(errors, path + MAX_API_KEYS, maxApiKeys, 0, MOST);
    // Of none a minute one could never say when the next may come.
    check(errors, path + EVENTS_PER_MINUTE, eventsPerMinute, 1, MOST);
    check(errors, path + REQUESTS_PER_MINUTE, requestsPerMinute, 1, MOST);
    check(errors, path + MAX_STORED_BYTES, maxStoredBytes, 0, MOST_STORED_BYTES);
    check(errors, path + MAX_DATA_BYTES, maxDataBytes, LEAST_DATA_BYTES, MOST_DATA_BYTES);
    return errors;
  }

  private static void check(
      List<FieldError> errors, String name, @Nullable Long number, long least, long most) {
    if (number != null && (number < least || number > most)) {
      errors.add(new FieldError(name, "must be between " + least + " and " + most));
    }
  }

  private static @Nullable Long number(@Nullable Integer number) {
    return number == null ? null : number.longValue();
  }
}
