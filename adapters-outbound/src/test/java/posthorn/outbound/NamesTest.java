package posthorn.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import posthorn.domain.tenant.TenantId;

class NamesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration NONE = Duration.ofMillis(1);
  private static final TenantId TENANT = new TenantId("one");
  private static final TenantId OTHER = new TenantId("other");
  private static final List<InetAddress> LOOPBACK = List.of(InetAddress.getLoopbackAddress());

  private final AtomicLong now = new AtomicLong(-5);
  private final AtomicInteger lookups = new AtomicInteger();

  /** The names that are asked for, as they are. */
  private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();

  /** Names whose servers do not answer, until the test ends. */
  private final Set<String> silent = ConcurrentHashMap.newKeySet();

  private final CountDownLatch end = new CountDownLatch(1);
  private final Names names = new Names(this::answer, Names.Shares.OF_DELIVERIES, now::get);

  @AfterEach
  void close() {
    end.countDown();
    names.close();
  }

  @Test
  void an_answer_is_remembered_for_five_minutes_and_then_used_while_it_is_looked_up_again()
      throws Exception {
    assertKnown("a.example");
    pass(Duration.ofMinutes(5).minusNanos(1));
    assertKnown("a.example");
    assertThat(lookups).hasValue(1);

    pass(Duration.ofNanos(1));
    silent.add("a.example");
    assertKnown("a.example");
    assertThat(nextAsked()).isEqualTo("a.example");
    assertThat(nextAsked()).isEqualTo("a.example");
    assertKnown("a.example");
    assertThat(lookups).hasValue(2);
  }

  @Test
  void an_answer_that_cannot_be_had_again_is_used_for_an_hour() throws Exception {
    assertKnown("a.example");
    silent.add("a.example");
    pass(Duration.ofMinutes(6));
    assertKnown("a.example");

    pass(Duration.ofMinutes(54).minusNanos(1));
    assertKnown("a.example");
    pass(Duration.ofNanos(1));
    assertThatThrownBy(() -> names.addressesOf(TENANT, "a.example", NONE))
        .isInstanceOf(TimeoutException.class);
  }

  @Test
  void a_name_that_was_not_used_for_a_while_is_dialled_where_it_leads_now() throws Exception {
    try (var moving =
        new Names(
            _ -> List.of(address(lookups.incrementAndGet())),
            Names.Shares.OF_DELIVERIES,
            now::get)) {
      assertThat(moving.addressesOf(TENANT, "a.example", PATIENCE)).containsExactly(address(1));
      pass(Duration.ofMinutes(10));
      assertThat(moving.addressesOf(TENANT, "a.example", PATIENCE)).containsExactly(address(2));
    }
  }

  @Test
  void a_failure_is_remembered_for_ten_seconds() {
    try (var failing = new Names(this::fail, Names.Shares.OF_DELIVERIES, now::get)) {
      assertUnknown(failing);
      pass(Duration.ofSeconds(10).minusNanos(1));
      assertUnknown(failing);
      assertThat(lookups).hasValue(1);

      pass(Duration.ofNanos(1));
      assertUnknown(failing);
      assertThat(lookups).hasValue(2);
    }
  }

  @Test
  void who_has_no_patience_leaves_and_who_comes_later_gets_the_answer() throws Exception {
    silent.add("a.example");
    assertTimesOut(TENANT, "a.example");
    end.countDown();
    assertKnown("a.example");
    assertThat(lookups).hasValue(1);
  }

  @Test
  void names_that_nobody_answers_for_stop_only_further_ones_of_their_tenant() throws Exception {
    assertKnown("known.example");
    for (int i = 0; i < 10; i++) {
      silent.add("silent" + i + ".example");
      assertTimesOut(TENANT, "silent" + i + ".example");
    }
    for (int i = 0; i < 1 + 4; i++) {
      nextAsked();
    }

    assertTimesOut(TENANT, "b.example");
    assertKnown("known.example");
    assertThat(names.addressesOf(OTHER, "c.example", PATIENCE)).isEqualTo(LOOPBACK);
    // Though another tenant waits for it behind its own.
    assertThat(names.addressesOf(OTHER, "b.example", PATIENCE)).isEqualTo(LOOPBACK);
    assertThat(lookups).hasValue(1 + 4 + 2);
  }

  @Test
  void names_that_nobody_answers_for_never_make_a_known_one_unknown() throws Exception {
    assertKnown("a.example");
    for (int i = 0; i < 100; i++) {
      silent.add("silent" + i + ".example");
      assertTimesOut(new TenantId("t" + i), "silent" + i + ".example");
    }
    for (int i = 0; i < 1 + 24; i++) {
      nextAsked();
    }

    for (int i = 0; i < 20; i++) {
      pass(Duration.ofMinutes(10));
      assertKnown("a.example");
      assertThat(nextAsked()).isEqualTo("a.example");
    }
    assertThat(lookups).hasValue(1 + 24 + 20);
  }

  @Test
  void too_many_waiting_names_of_a_tenant_are_refused_and_those_of_others_are_not() {
    for (int i = 0; i < 4 + Lookups.MOST_WAITING_OF_TENANT; i++) {
      silent.add("silent" + i + ".example");
      ask("silent" + i + ".example");
    }

    assertThatThrownBy(() -> names.addressesOf(TENANT, "a.example", PATIENCE))
        .isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(() -> names.addressesOf(TENANT, "silent0.example", NONE))
        .isInstanceOf(TimeoutException.class);
    assertKnownTo(OTHER, "a.example");
    assertKnown("a.example");
  }

  @Test
  void of_ever_more_names_only_so_many_are_remembered_and_none_of_others_is_driven_out()
      throws Exception {
    assertKnownTo(OTHER, "a.example");
    for (int i = 0; i < 25_000; i++) {
      names.addressesOf(TENANT, "n" + i + ".example", PATIENCE);
    }
    assertThat(names.remembered()).isLessThanOrEqualTo(10_000);
    silent.add("a.example");
    assertKnownTo(OTHER, "a.example");
  }

  @Test
  void who_asks_when_nobody_is_asked_any_more_is_told_at_once() {
    names.close();

    assertThatThrownBy(() -> names.addressesOf(TENANT, "a.example", PATIENCE))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(names.remembered()).isZero();
  }

  private List<InetAddress> answer(String host) {
    lookups.incrementAndGet();
    asked.add(host);
    if (silent.contains(host)) {
      try {
        end.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return LOOPBACK;
  }

  private List<InetAddress> fail(String host) throws UnknownHostException {
    lookups.incrementAndGet();
    throw new UnknownHostException(host);
  }

  private static InetAddress address(int last) {
    try {
      return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  private String nextAsked() throws InterruptedException {
    String next = asked.poll(30, TimeUnit.SECONDS);
    assertThat(next).isNotNull();
    return next;
  }

  private void assertKnown(String host) {
    assertKnownTo(TENANT, host);
  }

  private void assertKnownTo(TenantId tenant, String host) {
    try {
      assertThat(names.addressesOf(tenant, host, PATIENCE)).isEqualTo(LOOPBACK);
    } catch (UnknownHostException | TimeoutException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void ask(String host) {
    try {
      names.addressesOf(TENANT, host, Duration.ZERO);
    } catch (TimeoutException _) {
      // As it should.
    } catch (UnknownHostException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void assertTimesOut(TenantId tenant, String host) {
    assertThatThrownBy(() -> names.addressesOf(tenant, host, NONE))
        .isInstanceOf(TimeoutException.class);
  }

  private static void assertUnknown(Names names) {
    assertThatThrownBy(() -> names.addressesOf(TENANT, "a.example", PATIENCE))
        .isInstanceOf(UnknownHostException.class)
        .hasMessage("a.example");
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }
}
