package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.application.port.DeadLetters.Group;
import posthorn.application.port.DeadLetters.Query;
import posthorn.application.port.DeadLetters.Slice;
import posthorn.application.port.DeadLetters.Summary;
import posthorn.application.port.Page;
import posthorn.domain.deadletter.BatchRun;
import posthorn.domain.deadletter.DeadLetter;
import posthorn.domain.deadletter.DeadLetterFilter;
import posthorn.domain.deadletter.DeadLetterFilter.Details;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/** What every store finds of dead letters. */
public abstract class DeadLettersContract extends DeadLettersFixture {

  @Test
  void only_what_is_dead_is_listed_newest_first() {
    Delivery first = dead();
    Delivery second = dead();
    accept(event());

    assertThat(letters.page(query(DeadLetterFilter.ANY, null, 10)))
        .isEqualTo(new Page<>(List.of(letter(second), letter(first)), null, 0));
    assertThat(letters.page(query(DeadLetterFilter.ANY, null, 1)))
        .isEqualTo(new Page<>(List.of(letter(second)), second.id(), 0));
    assertThat(letters.page(query(DeadLetterFilter.ANY, second.id(), 1)))
        .isEqualTo(new Page<>(List.of(letter(first)), null, 0));
  }

  @Test
  void another_tenants_are_not_there() {
    dead();
    var other = new TenantId("other");

    assertThat(letters.page(new Query(other, DeadLetterFilter.ANY, null, 10, 0)))
        .isEqualTo(Page.empty());
    assertThat(letters.count(other, DeadLetterFilter.ANY, LATER)).isZero();
    assertThat(letters.summary(other, DeadLetterFilter.ANY, 10))
        .isEqualTo(new Summary(List.of(), false));
    assertThat(letters.next(other, DeadLetterFilter.ANY, run(null), 10))
        .isEqualTo(new Slice(List.of(), null, true));
  }

  @Test
  void each_part_of_a_filter_is_heeded_by_lists_counts_and_slices_alike() {
    Webhook another = samples.webhook(DEFAULT, "*");
    stores.webhooks().add(another);
    Delivery plain = dead();
    Delivery elsewhere = dead(event(), another);
    Delivery typed = dead(event("order.paid", "session-2", NOW.plusSeconds(1)), webhook);
    Delivery refused = dead(event(), webhook, 404, DeadReason.PERMANENT_STATUS);

    assertFound(DeadLetterFilter.ANY, plain, elsewhere, refused, typed);
    assertFound(filter(Details.NONE, Set.of(), Set.of()), plain, elsewhere, refused, typed);
    assertFound(
        new DeadLetterFilter(Set.of(another.id()), List.of(), Set.of(), Set.of(), Details.NONE),
        elsewhere);
    assertFound(ofTypes("order.*"), typed);
    assertFound(ofTypes("order.paid", "user.*"), plain, elsewhere, refused, typed);
    assertFound(ofTypes("order.paid", "*"), plain, elsewhere, refused, typed);
    assertFound(filter(Details.NONE, Set.of(FailureCategory.CLIENT_ERROR), Set.of()), refused);
    assertFound(
        filter(
            Details.NONE,
            Set.of(FailureCategory.CLIENT_ERROR, FailureCategory.SERVER_ERROR),
            Set.of(DeadReason.ATTEMPTS_EXHAUSTED)),
        plain,
        elsewhere,
        typed);
    assertFound(filter(new Details("session-2", null, null, null, null)), typed);
    assertFound(filter(new Details(null, "answered 404", null, null, null)), refused);
    assertFound(filter(new Details(null, null, NOW.plusSeconds(1), null, null)), typed);
    assertFound(
        filter(new Details(null, null, NOW, NOW.plusSeconds(1), null)), plain, elsewhere, refused);
  }

  @Test
  void what_was_replayed_since_it_died_is_known() {
    Delivery replayed = dead();
    Delivery waiting = dead();
    assertThat(deliveries.addIfEventRemains(replayed.replayed(newId(LATER), LATER))).isTrue();

    assertFound(UNREPLAYED, waiting);
    assertFound(filter(new Details(null, null, null, null, true)), replayed);
    assertThat(letters.page(query(DeadLetterFilter.ANY, waiting.id(), 1)).items())
        .containsExactly(new DeadLetter(replayed, LATER));
  }

  @Test
  void what_was_started_anew_and_died_again_was_not_replayed_since() {
    Delivery delivery = dead();
    assertThat(deliveries.addIfEventRemains(delivery.replayed(newId(LATER), LATER))).isTrue();
    Delivery restarted = delivery.restarted(LATER);
    assertThat(deliveries.restartIfAtRest(restarted)).isTrue();
    assertFound(DeadLetterFilter.ANY);

    Delivery again =
        giveUp(restarted, webhook, 500, DeadReason.ATTEMPTS_EXHAUSTED, LATER.plusSeconds(1));

    assertThat(letters.page(query(UNREPLAYED, null, 5)).items()).containsExactly(letter(again));
  }

  @Test
  void an_offset_passes_over_what_matches() {
    Delivery first = dead();
    dead(event("order.paid", null, NOW), webhook);
    dead();

    assertThat(letters.page(new Query(DEFAULT, ofTypes("user.*"), null, 5, 1)).items())
        .containsExactly(letter(first));
    assertThat(letters.page(new Query(DEFAULT, ofTypes("user.*"), null, 5, 2)))
        .isEqualTo(Page.empty());
  }

  @Test
  void they_are_grouped_by_webhook_category_and_reason_the_largest_group_first() {
    Webhook another = samples.webhook(DEFAULT, "*");
    stores.webhooks().add(another);
    Delivery first = accept(event());
    giveUp(first, webhook, 500, DeadReason.ATTEMPTS_EXHAUSTED, NOW.plusSeconds(3));
    Delivery second = dead(event(), webhook, 503, DeadReason.ATTEMPTS_EXHAUSTED);
    Delivery refused = dead(event(), webhook, 404, DeadReason.PERMANENT_STATUS);
    dead(event(), another);
    Delivery newest = dead(event(), another);
    dead(event("order.paid", null, NOW), another);
    assertThat(deliveries.addIfEventRemains(second.replayed(newId(LATER), LATER))).isTrue();

    Instant died = LATER.minusSeconds(1);
    Summary summary = letters.summary(DEFAULT, DeadLetterFilter.ANY, 10);
    assertThat(summary.truncated()).isFalse();
    assertThat(summary.groups()).hasSize(3);
    assertThat(summary.groups().getFirst().count()).isEqualTo(3);
    assertThat(summary.groups().subList(1, 3))
        .containsExactly(
            new Group(
                webhook.id(),
                FailureCategory.SERVER_ERROR,
                DeadReason.ATTEMPTS_EXHAUSTED,
                2,
                1,
                NOW.plusSeconds(3),
                died,
                second.id(),
                "the receiver answered 503"),
            new Group(
                webhook.id(),
                FailureCategory.CLIENT_ERROR,
                DeadReason.PERMANENT_STATUS,
                1,
                0,
                died,
                died,
                refused.id(),
                "the receiver answered 404"));
    assertThat(letters.summary(DEFAULT, ofTypes("user.*"), 1))
        .isEqualTo(
            new Summary(
                List.of(
                    new Group(
                        another.id(),
                        FailureCategory.SERVER_ERROR,
                        DeadReason.ATTEMPTS_EXHAUSTED,
                        2,
                        0,
                        died,
                        died,
                        newest.id(),
                        "the receiver answered 500")),
                true));
  }

  @Test
  void one_that_was_never_tried_is_in_a_group_without_a_category() {
    Delivery accepted = accept(event());
    var lease = lease(NOW);
    Delivery expired = claimOne(lease, NOW).expired(NOW);
    due.releaseIfLeased(expired, lease);

    assertThat(letters.summary(DEFAULT, DeadLetterFilter.ANY, 10).groups())
        .containsExactly(
            new Group(webhook.id(), null, DeadReason.EXPIRED, 1, 0, NOW, NOW, accepted.id(), null));
  }

  @Test
  void a_run_goes_from_the_oldest_to_the_newest() {
    Delivery first = dead();
    Delivery second = dead();
    Delivery third = dead();

    assertThat(next(run(null), 2))
        .isEqualTo(new Slice(List.of(letter(first), letter(second)), second.id(), false));
    assertThat(next(run(second.id()), 2))
        .isEqualTo(new Slice(List.of(letter(third)), third.id(), true));
    assertThat(next(run(third.id()), 2)).isEqualTo(new Slice(List.of(), null, true));
  }

  @Test
  void what_died_after_the_start_is_left_out_and_what_was_made_after_it_too() {
    Delivery late = accept(event());
    Delivery delivery = dead();
    giveUp(late, webhook, 500, DeadReason.ATTEMPTS_EXHAUSTED, LATER.plusMillis(1));
    var run = new BatchRun(1, LATER, delivery.id(), null, 0, 0, 0);

    assertThat(next(run(null), 5))
        .isEqualTo(new Slice(List.of(letter(delivery)), delivery.id(), true));
    assertThat(next(run, 5).letters()).isEmpty();
    assertThat(letters.count(DEFAULT, DeadLetterFilter.ANY, LATER)).isEqualTo(1);
  }

  private Slice next(BatchRun run, int limit) {
    return letters.next(DEFAULT, UNREPLAYED, run, limit);
  }

  private BatchRun run(@Nullable DeliveryId reached) {
    return new BatchRun(1, LATER, newId(LATER), reached, 0, 0, 0);
  }

  /** Oldest first, as they are named here. */
  private void assertFound(DeadLetterFilter filter, Delivery... wanted) {
    List<DeliveryId> expected = List.of(wanted).stream().map(Delivery::id).toList();
    assertThat(letters.next(DEFAULT, filter, run(null), 10).letters())
        .extracting(letter -> letter.delivery().id())
        .containsExactlyElementsOf(expected);
    assertThat(letters.page(query(filter, null, 10)).items().reversed())
        .extracting(letter -> letter.delivery().id())
        .containsExactlyElementsOf(expected);
    assertThat(letters.count(DEFAULT, filter, LATER)).isEqualTo(wanted.length);
    assertThat(letters.summary(DEFAULT, filter, 10).groups().stream().mapToInt(Group::count).sum())
        .isEqualTo(wanted.length);
  }

  private static DeadLetterFilter ofTypes(String... patterns) {
    return new DeadLetterFilter(
        Set.of(),
        List.of(patterns).stream().map(EventTypePattern::new).toList(),
        Set.of(),
        Set.of(),
        Details.NONE);
  }

  private static DeadLetterFilter filter(
      Details details, Set<FailureCategory> categories, Set<DeadReason> reasons) {
    return new DeadLetterFilter(Set.of(), List.of(), categories, reasons, details);
  }

  private static Query query(DeadLetterFilter filter, @Nullable DeliveryId before, int limit) {
    return new Query(DEFAULT, filter, before, limit, 0);
  }

  private static DeadLetter letter(Delivery delivery) {
    return new DeadLetter(delivery, null);
  }
}
