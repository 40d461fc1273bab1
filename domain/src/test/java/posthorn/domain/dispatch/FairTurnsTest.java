package posthorn.domain.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static posthorn.domain.dispatch.Work.HIGH_FIRST;
import static posthorn.domain.dispatch.Work.LOW_FIRST;
import static posthorn.domain.dispatch.Work.LOW_RETRY;
import static posthorn.domain.dispatch.Work.NORMAL_FIRST;
import static posthorn.domain.dispatch.Work.NORMAL_RETRY;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import posthorn.domain.id.IdForm;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

class FairTurnsTest {
  static final FairTurns TURNS = new FairTurns(Shares.DEFAULT);
  private static final TenantId ACME = new TenantId("acme");
  private static final TenantId ZETA = new TenantId("zeta");
  private static final int FLOOD = 100_000;

  @Test
  void nothing_due_is_nothing_to_pick() {
    var round = TURNS.round(List.of(), new Room(10, 10), Cursor.START);
    assertThat(round).isEqualTo(new Round(List.of(), Cursor.START));
  }

  @Test
  void webhooks_of_a_tenant_take_turns() {
    var backlogs =
        List.of(
            backlog(ACME, 3, 5, Map.of(NORMAL_FIRST, FLOOD)),
            backlog(ACME, 1, 5, Map.of(NORMAL_FIRST, FLOOD)),
            backlog(ACME, 2, 5, Map.of(NORMAL_FIRST, 1)));
    assertThat(webhooks(round(backlogs, 6))).containsExactly(1, 2, 3, 1, 3, 1);
  }

  @Test
  void tenants_take_turns_however_many_webhooks_they_have() {
    var backlogs =
        List.of(
            backlog(ZETA, 1, 5, Map.of(NORMAL_FIRST, FLOOD)),
            backlog(ACME, 2, 5, Map.of(NORMAL_FIRST, FLOOD)),
            backlog(ACME, 3, 5, Map.of(NORMAL_FIRST, FLOOD)));
    assertThat(webhooks(round(backlogs, 6))).containsExactly(2, 1, 3, 1, 2, 1);
  }

  @Test
  void the_next_round_goes_on_where_the_last_one_stopped() {
    var backlogs =
        List.of(
            backlog(ACME, 1, 5, Map.of(NORMAL_FIRST, FLOOD)),
            backlog(ACME, 2, 5, Map.of(NORMAL_FIRST, FLOOD)),
            backlog(ZETA, 3, 5, Map.of(NORMAL_FIRST, FLOOD)));
    var first = TURNS.round(backlogs, new Room(1, 1), Cursor.START);
    var second = TURNS.round(backlogs, new Room(1, 1), first.cursor());
    var third = TURNS.round(backlogs, new Room(1, 1), second.cursor());
    assertThat(webhooks(first)).containsExactly(1);
    assertThat(webhooks(second)).containsExactly(3);
    assertThat(webhooks(third)).containsExactly(2);
  }

  @Test
  void a_webhook_gets_no_more_than_its_room_and_the_rest_goes_to_others() {
    var backlogs =
        List.of(
            backlog(ACME, 1, 5, Map.of(NORMAL_FIRST, FLOOD, LOW_FIRST, FLOOD)),
            backlog(ACME, 2, 0, Map.of(NORMAL_FIRST, FLOOD)),
            backlog(ACME, 3, 100, Map.of(NORMAL_FIRST, 7)));
    var counts = counts(round(backlogs, 100), Pick::webhook);
    assertThat(counts).isEqualTo(Map.of(webhook(1), 5, webhook(3), 7));
  }

  @Test
  void one_delivery_beside_a_flood_leaves_in_the_first_round() {
    var backlogs =
        List.of(
            backlog(ACME, 1, FLOOD, Map.of(NORMAL_FIRST, FLOOD)),
            backlog(ACME, 2, 5, Map.of(NORMAL_FIRST, 1)));
    assertThat(webhooks(round(backlogs, 2))).containsExactly(1, 2);
  }

  @Test
  void even_the_least_urgent_retry_leaves_in_the_first_round_beside_an_urgent_flood() {
    var backlogs =
        List.of(
            backlog(ACME, 1, Bounds.DEFAULT_PER_WEBHOOK, Map.of(HIGH_FIRST, FLOOD)),
            backlog(ACME, 2, Bounds.DEFAULT_PER_WEBHOOK, Map.of(LOW_RETRY, 1)));
    assertThat(webhooks(round(backlogs, 6))).containsExactly(1, 1, 1, 1, 1, 2);
  }

  @Test
  void another_tenants_least_urgent_delivery_leaves_at_its_turn() {
    var backlogs =
        List.of(
            backlog(ACME, 1, FLOOD, Map.of(HIGH_FIRST, FLOOD)),
            backlog(ZETA, 2, 5, Map.of(LOW_RETRY, 1)));
    assertThat(webhooks(round(backlogs, 3))).containsExactly(1, 2, 1);
  }

  @Test
  void higher_priorities_go_first() {
    var due = Map.of(HIGH_FIRST, 1, NORMAL_FIRST, 1, LOW_FIRST, 1);
    var round = round(List.of(backlog(ACME, 1, 5, due)), 3);
    assertThat(round.picks())
        .extracting(Pick::work)
        .containsExactly(HIGH_FIRST, NORMAL_FIRST, LOW_FIRST);
  }

  @Test
  void of_kinds_that_are_owed_the_same_the_more_urgent_goes_first() {
    var equal = new FairTurns(new Shares(1, 1, 1, 1, 1));
    var backlogs = List.of(backlog(ACME, 1, FLOOD, flood()));
    var round = equal.round(backlogs, new Room(12, 12), Cursor.START);
    assertThat(round.picks())
        .extracting(Pick::work)
        .startsWith(Work.values())
        .endsWith(Work.values());
  }

  @Test
  void while_there_is_work_of_every_kind_each_has_its_share() {
    var round = round(List.of(backlog(ACME, 1, FLOOD, flood())), 63);
    for (Work work : Work.values()) {
      assertThat(counts(round, Pick::work)).containsEntry(work, Shares.DEFAULT.weight(work));
    }
  }

  @Test
  void a_kind_without_work_gives_its_share_to_the_others() {
    var round = round(List.of(backlog(ACME, 1, FLOOD, Map.of(LOW_RETRY, FLOOD))), 63);
    assertThat(counts(round, Pick::work)).isEqualTo(Map.of(LOW_RETRY, 63));
  }

  @Test
  void retries_leave_the_reserved_room_empty_and_first_attempts_fill_it() {
    var room = new Bounds(8, 2).room(0, 0);
    var retries = backlog(ACME, 1, FLOOD, Map.of(NORMAL_RETRY, FLOOD));
    var firsts = backlog(ZETA, 2, FLOOD, Map.of(LOW_FIRST, 4));
    assertThat(counts(TURNS.round(List.of(retries), room, Cursor.START), Pick::work))
        .isEqualTo(Map.of(NORMAL_RETRY, 6));
    assertThat(counts(TURNS.round(List.of(retries, firsts), room, Cursor.START), Pick::work))
        .isEqualTo(Map.of(NORMAL_RETRY, 4, LOW_FIRST, 4));
    assertThat(TURNS.round(List.of(retries), new Room(5, 0), Cursor.START).picks()).isEmpty();
  }

  @Test
  void a_flood_of_retries_of_one_tenant_does_not_end_the_turns_of_another() {
    var backlogs =
        List.of(
            backlog(ACME, 1, FLOOD, Map.of(HIGH_FIRST, 2, NORMAL_RETRY, FLOOD)),
            backlog(ZETA, 2, FLOOD, Map.of(NORMAL_RETRY, FLOOD)));
    var round = TURNS.round(backlogs, new Room(10, 1), Cursor.START);
    assertThat(round.picks())
        .containsExactly(
            new Pick(webhook(1), HIGH_FIRST),
            new Pick(webhook(2), NORMAL_RETRY),
            new Pick(webhook(1), HIGH_FIRST));
  }

  @Test
  void a_tenant_without_room_keeps_its_place_and_one_without_work_loses_it() {
    var full = backlog(ACME, 1, 0, Map.of(NORMAL_FIRST, 1));
    var busy = backlog(ZETA, 2, 5, Map.of(NORMAL_FIRST, FLOOD));
    var first = round(List.of(backlog(ACME, 1, 5, flood()), busy), 2);
    var second = TURNS.round(List.of(full, busy), new Room(1, 1), first.cursor());
    assertThat(second.cursor().places().get(ACME)).isEqualTo(first.cursor().places().get(ACME));
    var third = TURNS.round(List.of(busy), new Room(1, 1), second.cursor());
    assertThat(third.cursor().places()).containsOnlyKeys(ZETA);
    assertThat(third.cursor().last()).isEqualTo(ZETA);
  }

  @Test
  void a_webhook_named_twice_is_a_mistake() {
    var backlog = backlog(ACME, 1, 5, Map.of(NORMAL_FIRST, 1));
    assertThatThrownBy(() -> round(List.of(backlog, backlog), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("twice");
  }

  static WebhookId webhook(int number) {
    return new WebhookId(IdForm.of(WebhookId.PREFIX, Instant.EPOCH, 0, number));
  }

  static Backlog backlog(TenantId tenant, int webhook, int room, Map<Work, Integer> due) {
    return new Backlog(tenant, webhook(webhook), room, due);
  }

  static Map<Work, Integer> flood() {
    return Arrays.stream(Work.values()).collect(Collectors.toMap(work -> work, _ -> FLOOD));
  }

  static <K> Map<K, Integer> counts(Round round, Function<Pick, K> key) {
    return round.picks().stream().collect(Collectors.toMap(key, _ -> 1, Integer::sum));
  }

  private static Round round(List<Backlog> backlogs, int room) {
    return TURNS.round(backlogs, new Room(room, room), Cursor.START);
  }

  /** The numbers of the webhooks picked, all below ten. */
  private static List<Integer> webhooks(Round round) {
    return round.picks().stream()
        .map(pick -> pick.webhook().value())
        .map(id -> id.charAt(id.length() - 1) - '0')
        .toList();
  }
}
