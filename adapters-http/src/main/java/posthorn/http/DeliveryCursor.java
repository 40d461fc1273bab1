package posthorn.http;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.DeliveryPage;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.id.IdForm;

/**
 * Where a list of deliveries goes on. To callers it is a text that means nothing.
 *
 * @param offset how many are still to be passed over
 */
record DeliveryCursor(DeliveryId before, int offset) {
  static final String RULE = "must be the next_cursor of a page before";

  private static final char SEPARATOR = '~';

  static @Nullable String after(DeliveryPage page) {
    DeliveryId next = page.next();
    if (next == null) {
      return null;
    }
    return page.offset() == 0 ? next.value() : next.value() + SEPARATOR + page.offset();
  }

  static boolean isValid(String text) {
    return parse(text).isPresent();
  }

  static Optional<DeliveryCursor> parse(String text) {
    int end = text.indexOf(SEPARATOR);
    String id = end < 0 ? text : text.substring(0, end);
    String offset = end < 0 ? "0" : text.substring(end + 1);
    if (!IdForm.matches(DeliveryId.PREFIX, id) || !offset.matches("[0-9]{1,5}")) {
      return Optional.empty();
    }
    return Optional.of(new DeliveryCursor(new DeliveryId(id), Integer.parseInt(offset)));
  }
}
