package posthorn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LedgerTest {
  private static final long MILLI = 1_000_000;

  private final Ledger ledger = new Ledger(100, 4);

  @Test
  void it_covers_its_own_numbers_and_no_others() {
    assertThat(ledger.covers(99)).isFalse();
    assertThat(ledger.covers(100)).isTrue();
    assertThat(ledger.covers(103)).isTrue();
    assertThat(ledger.covers(104)).isFalse();
  }

  @Test
  void it_is_complete_when_each_was_received() {
    for (int number = 100; number < 104; number++) {
      assertThat(ledger.isComplete()).isFalse();
      ledger.receive(number, 0, MILLI);
    }
    assertThat(ledger.isComplete()).isTrue();
    assertThat(ledger.repeated()).isZero();
  }

  @Test
  void a_repetition_counts_as_one_and_not_as_a_receipt() {
    ledger.receive(101, 0, MILLI);
    ledger.receive(101, 0, MILLI);
    assertThat(ledger.received()).isEqualTo(1);
    assertThat(ledger.repeated()).isEqualTo(1);
  }

  @Test
  void when_less_was_sent_less_is_expected() {
    ledger.receive(100, 0, MILLI);
    ledger.expect(1, 4);
    assertThat(ledger.isComplete()).isTrue();
  }

  @Test
  void time_counts_from_the_first_receipt_to_the_end_of_the_window_and_to_the_last() {
    ledger.expect(4, 2);
    ledger.receive(103, 0, 10);
    ledger.receive(101, 0, 15);
    ledger.receive(100, 0, 17);
    ledger.receive(102, 0, 30);
    assertThat(ledger.windowNanos()).isEqualTo(5);
    assertThat(ledger.allNanos()).isEqualTo(20);
  }

  @Test
  void delays_are_of_what_was_received() {
    ledger.receive(100, MILLI, 3 * MILLI);
    assertThat(ledger.delays()).isEqualTo(new Percentiles(2, 2, 2));
  }
}
