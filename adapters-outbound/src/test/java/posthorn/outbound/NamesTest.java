package posthorn.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NamesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final List<InetAddress> LOOPBACK = List.of(InetAddress.getLoopbackAddress());

  private final AtomicLong now = new AtomicLong(-5);
  private final AtomicInteger lookups = new AtomicInteger();

  @Test
  void an_answer_is_remembered_for_five_minutes() throws Exception {
    try (var names = new Names(this::answer, now::get)) {
      assertThat(names.addressesOf("a.example", PATIENCE)).isEqualTo(LOOPBACK);
      pass(Duration.ofMinutes(5).minusNanos(1));
      assertThat(names.addressesOf("a.example", PATIENCE)).isEqualTo(LOOPBACK);
      assertThat(lookups).hasValue(1);

      pass(Duration.ofNanos(1));
      assertThat(names.addressesOf("a.example", PATIENCE)).isEqualTo(LOOPBACK);
      assertThat(lookups).hasValue(2);
    }
  }

  @Test
  void a_failure_is_remembered_for_ten_seconds() {
    try (var names = new Names(this::fail, now::get)) {
      assertUnknown(names);
      pass(Duration.ofSeconds(10).minusNanos(1));
      assertUnknown(names);
      assertThat(lookups).hasValue(1);

      pass(Duration.ofNanos(1));
      assertUnknown(names);
      assertThat(lookups).hasValue(2);
    }
  }

  @Test
  void who_has_no_patience_leaves_and_who_comes_later_gets_the_answer() throws Exception {
    var asked = new CountDownLatch(1);
    NameServers slow =
        _ -> {
          try {
            asked.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return LOOPBACK;
        };
    try (var names = new Names(slow, now::get)) {
      assertThatThrownBy(() -> names.addressesOf("a.example", Duration.ofMillis(1)))
          .isInstanceOf(TimeoutException.class);
      asked.countDown();
      assertThat(names.addressesOf("a.example", PATIENCE)).isEqualTo(LOOPBACK);
    }
  }

  @Test
  void of_ever_more_names_only_so_many_are_remembered() throws Exception {
    try (var names = new Names(this::answer, now::get)) {
      for (int i = 0; i < 25_000; i++) {
        names.addressesOf("n" + i + ".example", PATIENCE);
      }
      assertThat(names.remembered()).isLessThanOrEqualTo(10_000);
    }
  }

  @Test
  void who_asks_when_nobody_is_asked_any_more_is_told_at_once() {
    var names = new Names(this::answer, now::get);
    names.close();

    assertUnknown(names);
    assertThat(names.remembered()).isZero();
  }

  private List<InetAddress> answer(String host) {
    lookups.incrementAndGet();
    return LOOPBACK;
  }

  private List<InetAddress> fail(String host) throws UnknownHostException {
    lookups.incrementAndGet();
    throw new UnknownHostException(host);
  }

  private static void assertUnknown(Names names) {
    assertThatThrownBy(() -> names.addressesOf("a.example", PATIENCE))
        .isInstanceOf(UnknownHostException.class)
        .hasMessage("a.example");
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }
}
