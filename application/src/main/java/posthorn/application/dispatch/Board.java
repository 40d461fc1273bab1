package posthorn.application.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import posthorn.application.policy.Policies;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.DueDeliveries.DueWork;
import posthorn.application.port.DueDeliveries.Share;
import posthorn.domain.dispatch.Backlog;
import posthorn.domain.dispatch.FairTurns;
import posthorn.domain.dispatch.Pick;
import posthorn.domain.dispatch.PlaceBounds;
import posthorn.domain.dispatch.Round;
import posthorn.domain.dispatch.Shares;
import posthorn.domain.dispatch.Work;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/**
 * The desks, pools and hosts of this node: who holds what, and who is next. Not safe for threads.
 */
final class Board {
  /** How often the desks are counted again by what is known of their receivers. */
  private static final Duration RECKONED_EVERY = Duration.ofMillis(100);

  private final FairTurns turns = new FairTurns(Shares.DEFAULT);
  private final Policies policies;
  private final int pollBatch;
  private final Pool shared;
  private final Map<TenantId, Pool> own = new HashMap<>();
  private final Map<WebhookId, Desk> desks = new HashMap<>();
  private final Hosts hosts;
  private final ReadyLines ready = new ReadyLines();

  /** Those that have slots. */
  private final SequencedSet<Desk> busy = new LinkedHashSet<>();

  private Instant now = Instant.MIN;

  /** The desks are not counted again between these two. */
  private Instant reckonedFrom = Instant.MAX;

  private Instant reckonedUntil = Instant.MIN;

  Board(DispatchSettings settings, Policies policies) {
    this.policies = policies;
    PlaceShares places = settings.places();
    pollBatch = settings.pollBatch();
    int bytes = settings.heldBytesOfPool();
    int kept = places.keptPercent();
    shared = new Pool(settings.maxInFlight(), bytes, places.tenantPercent(), kept);
    settings.pools().forEach((tenant, size) -> own.put(tenant, new Pool(size, bytes, 100, kept)));
    hosts = new Hosts(PlaceBounds.of(places.perHost(), places.keptPercent()));
  }

  /** It is that time now; what is known of receivers grows old. */
  void at(Instant time) {
    now = time;
    if (!time.isBefore(reckonedUntil) || time.isBefore(reckonedFrom)) {
      reckonedFrom = time.minus(RECKONED_EVERY);
      reckonedUntil = time.plus(RECKONED_EVERY);
      busy.forEach(desk -> desk.reckon(time, ready));
    }
  }

  /** A webhook with work due, and how much of it may be taken. */
  record Candidate(Webhook webhook, int room) {}

  Desk desk(Webhook webhook) {
    int maxInFlight = policies.of(webhook).maxInFlight();
    Desk desk = desks.computeIfAbsent(webhook.id(), _ -> newDesk(webhook, maxInFlight));
    desk.allow(maxInFlight, ready);
    if (!desk.isAt(webhook.url())) {
      Host left = desk.host();
      desk.move(webhook.url(), hosts.enter(webhook.url()), ready);
      hosts.leave(left);
    }
    return desk;
  }

  private Desk newDesk(Webhook webhook, int maxInFlight) {
    return new Desk(
        webhook.tenant(),
        poolOf(webhook),
        webhook.url(),
        hosts.enter(webhook.url()),
        maxInFlight,
        pollBatch,
        now);
  }

  private Pool poolOf(Webhook webhook) {
    return own.getOrDefault(webhook.tenant(), shared);
  }

  /** Whether it is worth looking for more of the webhook's deliveries. */
  boolean wantsMore(WebhookId webhook) {
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
    return shares.stream().map(this::hold).filter(share -> share.count() > 0).toList();
  }

  /** Keeps room for as much of the share as its tenant and its trust allow. */
  private Share hold(Share share) {
    Desk desk = held(share.webhook());
    int count = Math.min(share.count(), desk.room(now));
    hold(desk, share.work(), count);
    return new Share(share.webhook(), share.work(), count);
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
    missing.forEach((pick, count) -> giveBack(pick.webhook(), pick.work(), count));
  }

  private static Pick pickOf(ClaimedDelivery claimed) {
    return new Pick(claimed.webhook().id(), claimed.delivery().work());
  }

  /** Keeps room for a fresh delivery while nothing waits for a look, if there is any. */
  boolean keepRoom(ClaimedDelivery fresh) {
    Desk desk = desk(fresh.webhook());
    return desk.pool.room().free() > 0 && keepRoom(desk, fresh);
  }

  /**
   * The same while some wait: looks must find room, for whichever of them, or those who came first
   * would wait for as long as others come.
   *
   * @param behindOthers whether some of the webhook's own wait
   */
  boolean keepRoomBesideLooks(ClaimedDelivery fresh, boolean behindOthers) {
    Desk desk = desk(fresh.webhook());
    return desk.pool.wantsMore() && (!behindOthers || desk.isQuiet(now)) && keepRoom(desk, fresh);
  }

  private boolean keepRoom(Desk desk, ClaimedDelivery fresh) {
    if (desk.room(now) == 0) {
      return false;
    }
    hold(desk, fresh.delivery().work(), 1);
    desk.holdBytes(fresh.event().data().length());
    return true;
  }

  /** Gives back the room that was kept for a fresh delivery. */
  void giveBack(ClaimedDelivery fresh) {
    held(fresh.webhook().id()).holdBytes(-fresh.event().data().length());
    giveBack(fresh.webhook().id(), fresh.delivery().work(), 1);
  }

  private void giveBack(WebhookId webhook, Work work, int count) {
    Desk desk = held(webhook);
    hold(desk, work, -count);
    forgetIfUnused(webhook, desk);
  }

  private static void hold(Desk desk, Work work, int count) {
    desk.hold(count);
    desk.pool.hold(work.isRetry(), count);
  }

  /** Takes in a fresh delivery that room was kept for. */
  void add(ClaimedDelivery fresh) {
    held(fresh.webhook().id()).add(fresh, ready);
  }

  /** Takes in a claimed delivery of a share; how large its event is was not known before. */
  void addClaimed(ClaimedDelivery claimed) {
    held(claimed.webhook().id()).holdBytes(claimed.event().data().length());
    add(claimed);
  }

  /** Takes all that may be sent now. */
  List<Slot> takeReady() {
    var slots = new ArrayList<Slot>();
    for (@Nullable Line line = ready.poll(); line != null; line = ready.poll()) {
      boolean maySendMore = admit(line, slots);
      ready.lookedAt(line);
      if (maySendMore) {
        ready.add(line);
      }
    }
    return slots;
  }

  /** Takes the next of the line if there are places for it, and else has it wait for them. */
  private boolean admit(Line line, List<Slot> slots) {
    Desk desk = line.desk;
    if (line.isEmpty() || !desk.canSend()) {
      return false;
    }
    if (desk.isIdle()) {
      desk.reckon(now, ready);
    }
    Quota full = desk.full(line.retries);
    if (full != null) {
      full.await(line);
      return false;
    }
    if (desk.isIdle()) {
      busy.add(desk);
    }
    slots.add(desk.take(line));
    return true;
  }

  /** Those of the webhook that have places. */
  List<Slot> underWay(WebhookId webhook) {
    Desk desk = desks.get(webhook);
    return desk == null ? List.of() : desk.slots();
  }

  /** Takes out all of the webhook that waits for places. */
  List<Slot> takeWaiting(WebhookId webhook) {
    Desk desk = desks.get(webhook);
    return desk == null ? List.of() : desk.takeWaiting();
  }

  /** The webhook is gone; its desk goes as soon as nothing of it is held. */
  void forget(WebhookId webhook) {
    Desk desk = desks.get(webhook);
    if (desk != null) {
      desk.close();
      forgetIfUnused(webhook, desk);
    }
  }

  private void forgetIfUnused(WebhookId webhook, Desk desk) {
    if (desk.isClosed() && desk.isEmpty() && desks.remove(webhook, desk)) {
      hosts.leave(desk.host());
    }
  }

  /** Those that have a desk. */
  Set<WebhookId> webhooks() {
    return Set.copyOf(desks.keySet());
  }

  /** A delivery's request is over. */
  void sent(Slot slot, @Nullable AttemptOutcome outcome, Instant at) {
    slot.desk.sent(slot, outcome, at, ready);
  }

  /** A delivery is settled, or given up in some other way. */
  void ended(Slot slot) {
    Desk desk = slot.desk;
    desk.pool.hold(slot.isRetry(), -1);
    desk.ended(slot, now, ready);
    if (desk.isIdle()) {
      busy.remove(desk);
    }
    hosts.forgetIfUnused(slot.host);
    forgetIfUnused(slot.claimed().webhook().id(), desk);
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
