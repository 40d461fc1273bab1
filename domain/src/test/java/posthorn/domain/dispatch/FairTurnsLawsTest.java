package posthorn.domain.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.dispatch.FairTurnsTest.TURNS;
import static posthorn.domain.dispatch.FairTurnsTest.backlog;
import static posthorn.domain.dispatch.FairTurnsTest.counts;
import static posthorn.domain.dispatch.FairTurnsTest.flood;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.testing.Law;

class FairTurnsLawsTest {

  @Test
  void no_bound_is_ever_exceeded() {
    Law.holds(random -> {
      List<Backlog> backlogs = backlogs(random);
      Room room = room(random);
      Round round = TURNS.round(backlogs, room, Cursor.START);
      assertThat(round.picks()).hasSizeLessThanOrEqualTo(room.free());
      assertThat(round.picks().stream().filter(pick -> pick.work().isRetry()).count())
          .isLessThanOrEqualTo(room.freeForRetries());
      assertThat(left(backlogs, round)).hasSameSizeAs(backlogs);
    });
  }

  @Test
  void no_room_stays_empty_while_there_is_work_that_may_use_it() {
    Law.holds(random -> {
      List<Backlog> backlogs = backlogs(random);
      Room room = room(random);
      Round round = TURNS.round(backlogs, room, Cursor.START);
      long retries = round.picks().stream().filter(pick -> pick.work().isRetry()).count();
      if (round.picks().size() == room.free()) {
        return;
      }
      for (Backlog backlog : left(backlogs, round)) {
        for (Work work : Work.values()) {
          boolean mayLeave = !work.isRetry() || retries < room.freeForRetries();
          if (backlog.room() > 0 && mayLeave) {
            assertThat(backlog.due().getOrDefault(work, 0)).isZero();
          }
        }
      }
    });
  }

  @Test
  void a_round_makes_the_picks_of_as_many_rounds_with_room_for_one() {
    Law.holds(random -> {
      List<Backlog> backlogs = backlogs(random);
      Room room = room(random);
      Round whole = TURNS.round(backlogs, room, Cursor.START);
      var picks = new ArrayList<Pick>();
      Cursor cursor = Cursor.START;
      int retriesLeft = room.freeForRetries();
      for (int i = 0; i < room.free(); i++) {
        Round one = TURNS.round(backlogs, new Room(1, Math.min(1, retriesLeft)), cursor);
        retriesLeft -= one.picks().stream().anyMatch(pick -> pick.work().isRetry()) ? 1 : 0;
        picks.addAll(one.picks());
        backlogs = left(backlogs, one);
        cursor = one.cursor();
      }
      assertThat(whole.picks()).isEqualTo(picks);
      assertThat(whole.cursor()).isEqualTo(cursor);
    });
  }

  @Test
  void the_order_in_which_the_backlogs_are_told_does_not_matter() {
    Law.holds(random -> {
      List<Backlog> backlogs = backlogs(random);
      var shuffled = new ArrayList<>(backlogs);
      Collections.shuffle(shuffled, random);
      Room room = room(random);
      assertThat(TURNS.round(shuffled, room, Cursor.START))
          .isEqualTo(TURNS.round(backlogs, room, Cursor.START));
    });
  }

  @Test
  void in_any_flood_every_kind_of_work_of_every_webhook_progresses() {
    List<Backlog> backlogs = new ArrayList<>();
    for (int webhook = 1; webhook <= 6; webhook++) {
      backlogs.add(backlog(new TenantId("t" + webhook % 2), webhook, 1, flood()));
    }
    var picked = new HashMap<Pick, Integer>();
    Cursor cursor = Cursor.START;
    // Two tenants, shares of 63 in all, three webhooks each: after one full circle each kind of
    // work of each webhook has had exactly its share.
    for (int i = 0; i < 2 * 63 * 3; i++) {
      Round round = TURNS.round(backlogs, new Room(1, 1), cursor);
      counts(round, pick -> pick).forEach((pick, n) -> picked.merge(pick, n, Integer::sum));
      cursor = round.cursor();
    }
    assertThat(picked).hasSize(6 * Work.values().length);
    picked.forEach((pick, n) -> assertThat(n).isEqualTo(Shares.DEFAULT.weight(pick.work())));
  }

  @Test
  void however_the_others_come_and_go_one_that_is_always_due_gets_its_turn() {
    Law.holds(random -> {
      var kinds = Work.values();
      var always = backlog(tenant(random), 500, 1, Map.of(kinds[random.nextInt(kinds.length)], 1));
      Cursor cursor = Cursor.START;
      // Three tenants at most, 63 shares: with some to spare for credit won by coming and going.
      for (int i = 0; i < 3 * 63 * 12; i++) {
        var backlogs = backlogs(random);
        backlogs.add(always);
        Round round = TURNS.round(backlogs, new Room(1, 1), cursor);
        cursor = round.cursor();
        if (round.picks().getFirst().webhook().equals(always.webhook())) {
          return;
        }
      }
      throw new AssertionError("never picked: " + always);
    });
  }

  private static List<Backlog> backlogs(Random random) {
    var backlogs = new ArrayList<Backlog>();
    for (int webhook = 1; webhook <= random.nextInt(10); webhook++) {
      var due = new EnumMap<Work, Integer>(Work.class);
      for (Work work : Work.values()) {
        if (random.nextInt(3) == 0) {
          due.put(work, random.nextInt(6));
        }
      }
      backlogs.add(backlog(new TenantId("t" + webhook % 3), webhook, random.nextInt(6), due));
    }
    return backlogs;
  }

  private static TenantId tenant(Random random) {
    return new TenantId("t" + random.nextInt(3));
  }

  private static Room room(Random random) {
    int free = 1 + random.nextInt(30);
    return new Room(free, random.nextInt(free + 1));
  }

  /** What is due after the picks have left; a pick of what is not there cannot be subtracted. */
  private static List<Backlog> left(List<Backlog> backlogs, Round round) {
    Map<Pick, Integer> picked = counts(round, pick -> pick);
    var left = new ArrayList<Backlog>();
    int subtracted = 0;
    for (Backlog backlog : backlogs) {
      var due = new EnumMap<Work, Integer>(Work.class);
      int room = backlog.room();
      for (Work work : Work.values()) {
        int gone = picked.getOrDefault(new Pick(backlog.webhook(), work), 0);
        due.put(work, backlog.due().getOrDefault(work, 0) - gone);
        room -= gone;
        subtracted += gone;
      }
      left.add(new Backlog(backlog.tenant(), backlog.webhook(), room, due));
    }
    assertThat(subtracted).isEqualTo(round.picks().size());
    return left;
  }
}
