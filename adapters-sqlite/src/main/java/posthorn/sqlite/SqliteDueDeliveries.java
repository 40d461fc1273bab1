package posthorn.sqlite;

import static java.util.Comparator.comparing;
import static posthorn.sqlite.schema.Tables.DELIVERIES;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.Field;
import org.jooq.Record4;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.DueDeliveries;
import posthorn.application.port.Webhooks;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.Lease;
import posthorn.domain.dispatch.Work;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** {@link DueDeliveries} on SQLite. */
final class SqliteDueDeliveries implements DueDeliveries {
  private static final Field<Integer> COUNT = DSL.field("count", Integer.class);

  private static final Comparator<ClaimedDelivery> LONGEST_DUE_FIRST =
      comparing((ClaimedDelivery claimed) -> scheduledAt(claimed.delivery()))
          .thenComparing(claimed -> claimed.delivery().id().value());

  private final SqliteWriter writer;
  private final SqliteReaders readers;
  private final Webhooks webhooks;
  private final Claims claims;
  private final Settlements settlements;
  private final FreedLeases freedLeases;
  private final Batch<CircuitWait, Integer> circuitWaits = Batch.each(SqliteDueDeliveries::end);
  private final Holds holds;

  SqliteDueDeliveries(SqliteWriter writer, SqliteReaders readers, Webhooks webhooks, Holds holds) {
    var lanes = new Lanes(webhooks);
    this.writer = writer;
    this.readers = readers;
    this.webhooks = webhooks;
    this.holds = holds;
    this.claims = new Claims(lanes);
    this.settlements = new Settlements(lanes);
    this.freedLeases = new FreedLeases(lanes);
  }

  @Override
  public List<Waiting> waiting() {
    String fronts = Front.json(holds.fronts().stream());
    return readers.read(sql ->
        sql.resultQuery(DueSql.WAITING, fronts)
            // SQLite does not know the types of what it computes.
            .coerce(DELIVERIES.TENANT_ID, DELIVERIES.WEBHOOK_ID, DELIVERIES.DUE_AT)
            .fetch(row ->
                new Waiting(
                    new TenantId(row.value1()), new WebhookId(row.value2()), row.value3())));
  }

  @Override
  public List<DueWork> survey(Map<WebhookId, Integer> limits, Instant now) {
    // Counted as far as the highest limit for all of them; who asked for less is given less.
    int most = limits.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    long time = now.toEpochMilli();
    String fronts = Front.json(limits.keySet().stream().flatMap(this::frontsOf));
    Map<WebhookId, List<Found>> found =
        readers.read(sql ->
            sql
                .resultQuery(DueSql.SURVEY, fronts, time, most, time, most, time)
                .coerce(DELIVERIES.WEBHOOK_ID, DELIVERIES.WORK, COUNT, DELIVERIES.DUE_AT)
                .fetch(SqliteDueDeliveries::foundOf)
                .stream()
                .collect(Collectors.groupingBy(Found::webhook)));
    return limits.entrySet().stream()
        .map(asked ->
            dueWork(
                asked.getKey(), found.getOrDefault(asked.getKey(), List.of()), asked.getValue()))
        .toList();
  }

  private Stream<Front> frontsOf(WebhookId webhook) {
    return Stream.of(Work.values())
        .map(work -> new Front(webhook, work, holds.front(webhook, work)));
  }

  /** What a webhook has due of one kind, and when the next of that kind is due. */
  private record Found(WebhookId webhook, Work work, int count, Instant nextDueAt) {}

  private static Found foundOf(Record4<String, Integer, Integer, Instant> row) {
    return new Found(
        new WebhookId(row.value1()),
        WorkNumber.work(row.value2()),
        row.value3(),
        row.value4() == null ? Instant.MAX : row.value4());
  }

  private static DueWork dueWork(WebhookId webhook, List<Found> found, int limit) {
    return new DueWork(
        webhook,
        found.stream()
            .filter(kind -> kind.count() > 0)
            .collect(Collectors.toMap(Found::work, kind -> Math.min(kind.count(), limit))),
        found.stream().map(Found::nextDueAt).min(Comparator.naturalOrder()).orElse(Instant.MAX));
  }

  @Override
  public List<ClaimedDelivery> claim(List<Share> shares, Lease lease, Instant now) {
    try (Holds.Taking taking = holds.take()) {
      List<Candidate> read =
          readers.read(sql ->
              sql.connectionResult(connection ->
                  CandidateRows.read(connection, webhooks, shares, taking::from, now)));
      var taken = new ArrayList<Candidate>(read.size());
      taken.addAll(takeOfLanes(read, lease));
      taken.addAll(taking.hold(withoutLane(read), lease));
      taking.passed(read);
      return taken.stream()
          .map(candidate -> candidate.claimed(lease, now))
          .sorted(LONGEST_DUE_FIRST)
          .toList();
    }
  }

  /** Who is next in a lane is for the writer to say, who knows its state at that moment. */
  private List<Candidate> takeOfLanes(List<Candidate> read, Lease lease) {
    List<Candidate> inLanes =
        read.stream().filter(candidate -> candidate.delivery().lane() != null).toList();
    return inLanes.isEmpty() ? List.of() : writer.write(claims, new Claims.Command(inLanes, lease));
  }

  private static List<Candidate> withoutLane(List<Candidate> read) {
    return read.stream().filter(candidate -> candidate.delivery().lane() == null).toList();
  }

  private static Instant scheduledAt(Delivery claimed) {
    return ((InFlight) claimed.state()).scheduledAt();
  }

  @Override
  public Settlement settleIfLeased(Delivery settled, Attempt attempt, Lease lease) {
    return settle(settled, AttemptRows.Written.of(attempt), lease);
  }

  @Override
  public Settlement releaseIfLeased(Delivery released, Lease lease) {
    return settle(released, null, lease);
  }

  private Settlement settle(Delivery settled, AttemptRows.@Nullable Written attempt, Lease lease) {
    Long row = holds.settle(settled.id(), lease);
    if (row == null) {
      var leased = new Settlements.Having.Leased(lease.token());
      return writer.write(settlements, new Settlements.Command(settled, attempt, leased));
    }
    Settlement settlement;
    try {
      var held = new Settlements.Having.Held(row);
      settlement = writer.write(settlements, new Settlements.Command(settled, attempt, held));
    } catch (RuntimeException e) {
      holds.notSettled(settled.id());
      throw e;
    }
    holds.settled(settled);
    return settlement;
  }

  @Override
  public int endCircuitWait(WebhookId webhook, int limit, Instant now) {
    // For most circuits no delivery waits. A reader finds that out, so that the writer is not used.
    boolean anyWait =
        readers.read(sql ->
            sql.resultQuery(DueSql.ANY_WAIT_FOR_CIRCUIT, webhook.value(), now.toEpochMilli())
                .fetchOptional()
                .isPresent());
    return anyWait ? writer.write(circuitWaits, new CircuitWait(webhook, limit, now)) : 0;
  }

  /** The end of a wait for a circuit. */
  private record CircuitWait(WebhookId webhook, int limit, Instant now) {}

  private static int end(WriterSession session, CircuitWait wait) throws SQLException {
    int ended =
        session
            .prepared(DueSql.END_CIRCUIT_WAIT)
            .time(wait.now())
            .time(wait.now())
            .text(wait.webhook().value())
            .time(wait.now())
            .number((long) wait.limit())
            .run();
    if (ended > 0) {
      session.someWaitUntil(wait.webhook(), wait.now());
    }
    return ended;
  }

  @Override
  public List<Waiting> freeExpired(Instant now) {
    // First what may fail: who is freed in memory is told nowhere else.
    List<Waiting> leased = writer.write(freedLeases, new FreedLeases.Command.Expired(now));
    return Stream.concat(leased.stream(), holds.freeExpired(now).stream()).toList();
  }

  @Override
  public int releaseAllHeldBy(String holder) {
    List<Waiting> leased = writer.write(freedLeases, new FreedLeases.Command.HeldBy(holder));
    return leased.size() + holds.freeHeldBy(holder).size();
  }
}
