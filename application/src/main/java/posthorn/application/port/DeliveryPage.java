package posthorn.application.port;

import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;

/**
 * Some deliveries of a list. There may be few, or none, though others follow: whoever finds little
 * stops looking after a while, and says from where to go on.
 *
 * @param next what the next page is to begin after; null if nothing follows
 * @param offset how many of the next page are still to be passed over
 */
public record DeliveryPage(List<Delivery> items, @Nullable DeliveryId next, int offset) {
  public static final DeliveryPage EMPTY = new DeliveryPage(List.of(), null, 0);

  /**
   * The page that was asked for.
   *
   * @param found one more than the limit, if there is one: that tells whether a further page
   *     follows
   */
  public static DeliveryPage of(List<Delivery> found, int limit) {
    List<Delivery> items = List.copyOf(found.subList(0, Math.min(limit, found.size())));
    return new DeliveryPage(items, found.size() > limit ? items.getLast().id() : null, 0);
  }
}
