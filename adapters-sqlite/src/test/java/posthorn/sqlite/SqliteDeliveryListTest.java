package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.DeliveryQuery.Details;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.Page;
import posthorn.application.testing.DeliveryListContract;
import posthorn.application.testing.Samples;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.webhook.Webhook;

class SqliteDeliveryListTest extends DeliveryListContract {
  private static final Details CREATED =
      new Details(null, new EventTypePattern("user.created"), null, null, null, null, null);
  private static final Details UPDATED =
      new Details(null, new EventTypePattern("user.updated"), null, null, null, null, null);

  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  private final Samples events = new Samples();

  @Override
  protected Stores open() {
    return store.open();
  }

  @Test
  void who_finds_nothing_stops_looking_and_says_from_where_to_go_on() {
    List<Delivery> all = seven();
    Deliveries lookingAtThree = store.deliveries(3);

    Page<Delivery, DeliveryId> page = lookingAtThree.page(query(null, 5, 0, UPDATED));
    assertThat(page).isEqualTo(new Page<>(List.of(), all.get(4).id(), 0));
    page = lookingAtThree.page(query(page.next(), 5, 0, UPDATED));
    assertThat(page).isEqualTo(new Page<>(List.of(), all.get(1).id(), 0));
    page = lookingAtThree.page(query(page.next(), 5, 0, UPDATED));
    assertThat(page).isEqualTo(Page.empty());
  }

  @Test
  void who_stops_while_passing_over_some_says_how_many_remain() {
    List<Delivery> all = seven();
    Deliveries lookingAtThree = store.deliveries(3);

    Page<Delivery, DeliveryId> page = lookingAtThree.page(query(null, 5, 5, CREATED));
    assertThat(page).isEqualTo(new Page<>(List.of(), all.get(4).id(), 2));
    page = lookingAtThree.page(query(page.next(), 5, page.offset(), CREATED));
    assertThat(page).isEqualTo(new Page<>(List.of(all.get(1)), all.get(1).id(), 0));
    page = lookingAtThree.page(query(page.next(), 5, page.offset(), CREATED));
    assertThat(page).isEqualTo(new Page<>(List.of(all.get(0)), null, 0));
  }

  @Test
  void a_full_page_goes_on_behind_its_last() {
    List<Delivery> all = seven();

    Page<Delivery, DeliveryId> page = store.deliveries(3).page(query(null, 2, 0, CREATED));
    assertThat(page).isEqualTo(new Page<>(List.of(all.get(6), all.get(5)), all.get(5).id(), 0));
  }

  private List<Delivery> seven() {
    store.startAnew();
    Stores stores = store.open();
    Webhook webhook = events.webhook(DEFAULT, "*");
    stores.webhooks().add(webhook);
    for (int i = 0; i < 7; i++) {
      Event event = events.event(DEFAULT, null, TestTime.START.plusMillis(i));
      Delivery delivery = events.delivery(event, webhook);
      stores.events().accept(List.of(new Publication(event, List.of(delivery))), TestTime.START);
    }
    return stores
        .deliveries()
        .list(new DeliveryQuery(DEFAULT, null, webhook.id(), null, 10))
        .reversed();
  }

  private static DeliveryQuery query(
      @Nullable DeliveryId before, int limit, int offset, Details details) {
    return new DeliveryQuery(DEFAULT, null, null, before, limit, offset, details);
  }
}
