package posthorn.domain.ordering;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.EventType;

/**
 * What deliveries of one webhook have in common that are kept in order.
 *
 * @param value tells the webhook's lanes apart; to be stored with the delivery, so that a later
 *     change of the guarantee moves none that waits
 */
public record Lane(String value) {
  public static final int MAX_KEY_LENGTH = 255;
  public static final String KEY_RULE = "must have between 1 and " + MAX_KEY_LENGTH + " characters";

  private static final Lane WHOLE_WEBHOOK = new Lane("all");

  /**
   * The lane of a delivery; none when it waits for no other. An event's own ordering key says more
   * than its type and takes its place; a webhook that wants everything in order gets just that,
   * whatever the event says.
   */
  public static Optional<Lane> of(
      OrderingGuarantee guarantee, EventType type, @Nullable String orderingKey) {
    if (orderingKey != null && !isValidKey(orderingKey)) {
      throw new IllegalArgumentException("an ordering key " + KEY_RULE);
    }
    return switch (guarantee) {
      case STRICT -> Optional.of(WHOLE_WEBHOOK);
      case PER_EVENT_TYPE ->
          keyed(orderingKey).or(() -> Optional.of(new Lane("type:" + type.value())));
      case NONE, ORDERING_KEY -> keyed(orderingKey);
    };
  }

  public static boolean isValidKey(String text) {
    return !text.isEmpty() && text.length() <= MAX_KEY_LENGTH;
  }

  private static Optional<Lane> keyed(@Nullable String orderingKey) {
    return Optional.ofNullable(orderingKey).map(key -> new Lane("key:" + key));
  }
}
