package posthorn.application.dispatch;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.application.policy.Policies;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.DueDeliveries.DueWork;
import posthorn.application.port.DueDeliveries.Share;
import posthorn.domain.dispatch.Backlog;
import posthorn.domain.dispatch.FairTurns;
import posthorn.domain.dispatch.Pick;
import posthorn.domain.dispatch.Round;
import posthorn.domain.dispatch.Shares;
import posthorn.domain.dispatch.Work;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/** The desks and pools of this node: who holds what, and who is next. Not safe for threads. */
final class Board {
  private final FairTurns turns = new FairTurns(Shares.DEFAULT);
  private final Policies policies;
  private final int pollBatch;
  private final Pool shared;
  private final Map<TenantId, Pool> own = new HashMap<>();
  private final Map<WebhookId, Desk> desks = new HashMap<>();

  Board(DispatchSettings settings, Policies policies) {
    this.policies = policies;
    pollBatch = settings.pollBatch();
    shared = new Pool(settings.maxInFlight());
    settings.pools().forEach((tenant, size) -> own.put(tenant, new Pool(size)));
  }

  /** A webhook with work due, and how much of it may be taken. */
  record Candidate(Webhook webhook, int room) {}

  Desk desk(Webhook webhook, Instant now) {
    int maxInFlight = policies.of(webhook).maxInFlight();
    Desk desk =
        desks.computeIfAbsent(
            webhook.id(), _ -> new Desk(poolOf(webhook), maxInFlight, pollBatch, now));
    desk.allow(maxInFlight);
    return desk;
  }

  private Pool poolOf(Webhook webhook) {
    return own.getOrDefault(webhook.tenant(), shared);
  }

  /** Whether it is worth looking for more of the webhook's deliveries. */
  boolean wantsMore(WebhookId webhook, Instant now) {
    Desk desk = desks.get(webhook);
    return desk == null || (desk.wantsMore(now) && desk.pool.wantsMore());
  }

  /**
   * Whose deliveries to take now, of what the candidates have due; room is kept for them.
   *
   * @param found for each candidate
   * @param limit how many in all
   */
  List<Share> shares(Map<WebhookId, Candidate> candidates, List<DueWork> found, int limit) {
    var backlogs = new LinkedHashMap<Pool, List<Backlog>>();
    for (DueWork work : found) {
      Candidate candidate = candidates.get(work.webhook());
      if (candidate != null) {
        Webhook webhook = candidate.webhook();
        backlogs
            .computeIfAbsent(held(webhook.id()).pool, _ -> new ArrayList<>())
            .add(new Backlog(webhook.tenant(), webhook.id(), candidate.room(), work.due()));
      }
    }
    var shares = new ArrayList<Share>();
    int left = limit;
    for (Map.Entry<Pool, List<Backlog>> entry : backlogs.entrySet()) {
      Pool pool = entry.getKey();
      Round round = turns.round(entry.getValue(), pool.room().atMost(left), pool.cursor);
      pool.cursor = round.cursor();
      left -= round.picks().size();
      shares.addAll(sharesOf(round.picks()));
    }
    shares.forEach(share -> hold(share, share.count()));
    return shares;
  }

  private static List<Share> sharesOf(List<Pick> picks) {
    // In the order of their turns.
    var counts = new LinkedHashMap<Pick, Integer>();
    picks.forEach(pick -> counts.merge(pick, 1, Integer::sum));
    return counts.entrySet().stream()
        .map(entry -> new Share(entry.getKey().webhook(), entry.getKey().work(), entry.getValue()))
        .toList();
  }

  /** Gives back the room that was kept for deliveries that were not there any more. */
  void giveBack(List<Share> shares, List<ClaimedDelivery> claimed) {
    var missing = new HashMap<Pick, Integer>();
    shares.forEach(share -> missing.put(new Pick(share.webhook(), share.work()), share.count()));
    claimed.forEach(each -> missing.merge(pickOf(each), -1, Integer::sum));
    missing.forEach((pick, count) -> hold(new Share(pick.webhook(), pick.work(), 0), -count));
  }

  private static Pick pickOf(ClaimedDelivery claimed) {
    return new Pick(claimed.webhook().id(), claimed.delivery().work());
  }

  private void hold(Share share, int count) {
    hold(held(share.webhook()), share.work(), count);
  }

  /** Keeps room for a fresh delivery while nothing waits for a look, if there is any. */
  boolean keepRoom(ClaimedDelivery fresh, Instant now) {
    Desk desk = desk(fresh.webhook(), now);
    return desk.pool.room().free() > 0 && keepRoom(desk, fresh, now);
  }

  /**
   * The same while some wait: looks must find room, for whichever of them, or those who came first
   * would wait for as long as others come.
   *
   * @param behindOthers whether some of the webhook's own wait
   */
  boolean keepRoomBesideLooks(ClaimedDelivery fresh, boolean behindOthers, Instant now) {
    Desk desk = desk(fresh.webhook(), now);
    return desk.pool.wantsMore()
        && (!behindOthers || desk.isQuiet(now))
        && keepRoom(desk, fresh, now);
  }

  private static boolean keepRoom(Desk desk, ClaimedDelivery fresh, Instant now) {
    if (desk.room(now) == 0) {
      return false;
    }
    hold(desk, fresh.delivery().work(), 1);
    return true;
  }

  void giveBack(WebhookId webhook, Work work) {
    hold(held(webhook), work, -1);
  }

  private static void hold(Desk desk, Work work, int count) {
    desk.hold(count);
    desk.pool.hold(work.isRetry(), count);
  }

  /** Takes in a delivery that room was kept for. */
  void add(ClaimedDelivery claimed) {
    Desk desk = held(claimed.webhook().id());
    desk.add(claimed);
    desk.pool.add(claimed);
    desk.pool.consider(desk);
  }

  /** Takes all that may be sent now. */
  List<ClaimedDelivery> takeReady() {
    var ready = new ArrayList<ClaimedDelivery>();
    takeReady(shared, ready);
    own.values().forEach(pool -> takeReady(pool, ready));
    return ready;
  }

  private static void takeReady(Pool pool, List<ClaimedDelivery> ready) {
    for (@Nullable ClaimedDelivery next = pool.next(); next != null; next = pool.next()) {
      ready.add(next);
    }
  }

  /** A delivery's request is over. */
  void sent(ClaimedDelivery claimed) {
    Desk desk = held(claimed.webhook().id());
    desk.sent();
    desk.pool.consider(desk);
  }

  /** A delivery is settled, or given up in some other way. */
  void ended(ClaimedDelivery claimed, Instant now) {
    Desk desk = held(claimed.webhook().id());
    desk.ended(now);
    desk.pool.ended(claimed);
  }

  /** By the pools' names, how busy each is. */
  Map<String, Double> loads() {
    var loads = new HashMap<String, Double>();
    loads.put(Dispatcher.SHARED_POOL, shared.percentTaken());
    own.forEach((tenant, pool) -> loads.put("tenant " + tenant, pool.percentTaken()));
    return loads;
  }

  int held() {
    return desks.values().stream().mapToInt(Desk::held).sum();
  }

  boolean isEmpty() {
    return desks.values().stream().allMatch(Desk::isEmpty)
        && shared.isEmpty()
        && own.values().stream().allMatch(Pool::isEmpty);
  }

  private Desk held(WebhookId webhook) {
    Desk desk = desks.get(webhook);
    if (desk == null) {
      throw new IllegalStateException("nothing is held of " + webhook);
    }
    return desk;
  }
}
