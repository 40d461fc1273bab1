package posthorn.domain.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import posthorn.domain.alert.DigestMessage.Line;
import posthorn.domain.id.IdForm;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.testing.Law;
import posthorn.domain.webhook.WebhookId;

class OwnerDigestTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final DeadReason EXHAUSTED = DeadReason.ATTEMPTS_EXHAUSTED;

  private static WebhookId webhook(int number) {
    return new WebhookId(IdForm.of("wh_", Instant.EPOCH, 0, number));
  }

  private static Instant at(long minutes) {
    return START.plus(Duration.ofMinutes(minutes));
  }

  private static OwnerDigest died(OwnerDigest digest, int webhook, long minute) {
    return digest.with(webhook(webhook), EXHAUSTED, at(minute));
  }

  private static OwnerDigest sentAt(long minute) {
    return died(OwnerDigest.of("ann"), 1, minute).sending(at(minute), HOUR).orElseThrow().next();
  }

  @Test
  void the_first_dead_delivery_is_told_at_once() {
    var digest = died(OwnerDigest.of("ann"), 1, 0);
    assertThat(digest.dueAt(HOUR)).contains(at(0));
    assertThat(digest.sending(at(0), HOUR).orElseThrow().message())
        .isEqualTo(
            new DigestMessage("ann", at(0), at(0), List.of(new Line(webhook(1), EXHAUSTED, 1))));
  }

  @Test
  void it_is_not_told_before_it_died() {
    assertThat(died(OwnerDigest.of("ann"), 1, 5).sending(at(4), HOUR)).isEmpty();
  }

  @Test
  void where_nothing_died_nothing_is_told() {
    assertThat(OwnerDigest.of("ann").dueAt(HOUR)).isEmpty();
    assertThat(OwnerDigest.of("ann").sending(at(0), HOUR)).isEmpty();
    assertThat(sentAt(0).dueAt(HOUR)).isEmpty();
    assertThat(sentAt(0).sending(at(1000), HOUR)).isEmpty();
  }

  @Test
  void the_next_message_waits_for_the_interval() {
    var digest = died(sentAt(0), 1, 10);
    assertThat(digest.dueAt(HOUR)).contains(at(60));
    assertThat(digest.sending(at(60).minusMillis(1), HOUR)).isEmpty();
    assertThat(digest.sending(at(60), HOUR)).isPresent();
  }

  @Test
  void after_a_quiet_time_it_is_told_at_once_again() {
    var digest = died(sentAt(0), 1, 90);
    assertThat(digest.dueAt(HOUR)).contains(at(90));
    assertThat(digest.sending(at(90), HOUR)).isPresent();
  }

  @Test
  void a_message_counts_by_webhook_and_reason_with_the_most_first() {
    var digest = sentAt(0);
    for (int webhook : new int[] {3, 1, 2, 2, 3, 2}) {
      digest = died(digest, webhook, 10 + webhook);
    }
    var message = digest.sending(at(60), HOUR).orElseThrow().message();
    assertThat(message)
        .isEqualTo(
            new DigestMessage(
                "ann",
                at(11),
                at(13),
                List.of(
                    new Line(webhook(2), EXHAUSTED, 3),
                    new Line(webhook(3), EXHAUSTED, 2),
                    new Line(webhook(1), EXHAUSTED, 1))));
    assertThat(message.total()).isEqualTo(6);
  }

  @Test
  void of_equal_counts_the_older_webhook_comes_first() {
    var digest = died(died(OwnerDigest.of("ann"), 2, 0), 1, 0);
    assertThat(digest.sending(at(0), HOUR).orElseThrow().message().lines())
        .containsExactly(new Line(webhook(1), EXHAUSTED, 1), new Line(webhook(2), EXHAUSTED, 1));
  }

  @Test
  void what_was_told_is_told_no_more() {
    var next = died(sentAt(0), 2, 5).sending(at(60), HOUR).orElseThrow();
    assertThat(next.message().lines()).containsExactly(new Line(webhook(2), EXHAUSTED, 1));
    assertThat(next.next())
        .isEqualTo(new OwnerDigest("ann", new OwnerDigest.Pending.Nothing(), at(60)));
  }

  @Test
  void a_clock_that_was_set_back_does_not_silence_it() {
    var digest = died(sentAt(1_000_000), 1, 0);
    assertThat(digest.sending(at(0), HOUR)).isPresent();
    assertThat(died(sentAt(10), 1, 10).sending(at(10), HOUR)).isEmpty();
  }

  @Test
  void each_death_is_told_once_and_messages_keep_their_distance() {
    Law.holds(random -> {
      var digest = OwnerDigest.of("ann");
      long added = 0;
      long told = 0;
      var sent = new ArrayList<Instant>();
      long minute = 0;
      for (int i = random.nextInt(100); i > 0; i--) {
        minute += random.nextInt(30);
        if (random.nextInt(3) > 0) {
          digest = died(digest, random.nextInt(3), minute);
          added++;
        }
        Optional<OwnerDigest.Sending> sending = digest.sending(at(minute), HOUR);
        if (sending.isPresent()) {
          told += sending.get().message().total();
          sent.add(at(minute));
          digest = sending.get().next();
        }
      }
      Optional<OwnerDigest.Sending> rest = digest.sending(at(minute + 60), HOUR);
      told += rest.map(sending -> sending.message().total()).orElse(0L);
      assertThat(told).isEqualTo(added);
      for (int i = 1; i < sent.size(); i++) {
        assertThat(Duration.between(sent.get(i - 1), sent.get(i))).isGreaterThanOrEqualTo(HOUR);
      }
    });
  }

  @Test
  void the_order_in_which_they_are_added_does_not_matter() {
    Law.holds(random -> {
      var minutes = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7));
      Collections.shuffle(minutes, random);
      var shuffled = OwnerDigest.of("ann");
      var ordered = OwnerDigest.of("ann");
      for (int i = 0; i < 7; i++) {
        shuffled = died(shuffled, minutes.get(i) % 3, minutes.get(i));
        ordered = died(ordered, (i + 1) % 3, i + 1);
      }
      assertThat(shuffled).isEqualTo(ordered);
    });
  }
}
