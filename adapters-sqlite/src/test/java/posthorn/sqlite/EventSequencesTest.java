package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.Events.Acceptance;
import posthorn.application.port.Events.Acceptance.Accepted;
import posthorn.application.port.Events.Publication;
import posthorn.application.testing.Samples;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventType;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;

class EventSequencesTest {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  private final Samples samples = new Samples();

  @Test
  void numbers_go_on_after_the_store_is_opened_again() {
    Stores stores = store.open();
    accept(stores, event("order.paid"));
    accept(stores, event("order.paid"));

    assertThat(accept(store.open(), event("order.paid"))).isEqualTo(new Accepted(3));
  }

  @Test
  void numbers_go_on_where_more_types_are_in_use_than_memory_holds() {
    Stores stores = store.open();
    accept(stores, event("order.paid"));
    List<Publication> others =
        IntStream.rangeClosed(0, EventSequences.MOST_IN_MEMORY)
            .mapToObj(i -> new Publication(event("type-" + i), List.of()))
            .toList();
    stores.events().accept(others, TestTime.START);

    assertThat(accept(stores, event("order.paid"))).isEqualTo(new Accepted(2));
    store.checkStoredBytes();
  }

  /** They share transactions, which are rolled back and run again one by one. */
  @Test
  void writes_that_fail_beside_others_leave_no_gap() throws Exception {
    Stores stores = store.open();
    Event taken = event("order.paid");
    accept(stores, taken);
    List<Callable<Acceptance>> calls =
        IntStream.range(0, 200)
            .mapToObj(i -> i % 5 == 0 ? taken : event("order.paid"))
            .map(event -> (Callable<Acceptance>) () -> accept(stores, event))
            .toList();

    var numbers = new ArrayList<Long>();
    int failed = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var acceptance : threads.invokeAll(calls)) {
        if (acceptance.state() == Future.State.FAILED) {
          failed++;
        } else {
          numbers.add(((Accepted) acceptance.resultNow()).sequence());
        }
      }
    }
    assertThat(failed).isEqualTo(40);
    assertThat(numbers)
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(2, 161).boxed().toList());
    store.checkStoredBytes();
  }

  @Test
  void the_counters_of_a_tenant_go_with_it() {
    Stores stores = store.open();
    var acme = new TenantId("acme");
    stores.tenants().addIfAbsent(new Tenant(acme, "Acme", Quotas.NONE, TestTime.START));
    accept(stores, samples.event(acme, null, TestTime.START));
    var old = stores.history().events(_ -> TestTime.START.plusSeconds(1));
    old.removeIfStillOld(old.page(null, 10).entries());

    assertThat(stores.tenants().removeIfUnused(acme)).isTrue();

    assertThat(store.tenantStorage().bytes(acme)).isZero();
    store.checkStoredBytes();
  }

  private Event event(String type) {
    return samples.event(samples.event(DEFAULT, null, TestTime.START), new EventType(type));
  }

  private static Acceptance accept(Stores stores, Event event) {
    return stores
        .events()
        .accept(List.of(new Publication(event, List.of())), TestTime.START)
        .getFirst();
  }
}
