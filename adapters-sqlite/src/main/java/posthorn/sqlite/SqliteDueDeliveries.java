package posthorn.sqlite;

import static java.util.Comparator.comparing;
import static posthorn.sqlite.schema.Tables.DELIVERIES;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jooq.Field;
import org.jooq.Record4;
import org.jooq.impl.DSL;
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

  SqliteDueDeliveries(SqliteWriter writer, SqliteReaders readers, Webhooks webhooks) {
    var lanes = new Lanes(webhooks);
    this.writer = writer;
    this.readers = readers;
    this.webhooks = webhooks;
    this.claims = new Claims(lanes);
    this.settlements = new Settlements(lanes);
    this.freedLeases = new FreedLeases(lanes);
  }

  @Override
  public List<Waiting> waiting() {
    return readers.read(sql ->
        sql.resultQuery(DueSql.WAITING)
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
    String webhookIds = Json.array(limits.keySet().stream().map(WebhookId::value));
    long time = now.toEpochMilli();
    Map<WebhookId, List<Found>> found =
        readers.read(sql ->
            sql
                .resultQuery(DueSql.SURVEY, time, most, time, webhookIds)
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
    List<Candidate> candidates =
        readers.read(sql ->
            sql.connectionResult(
                connection -> CandidateRows.read(connection, webhooks, shares, now)));
    if (candidates.isEmpty()) {
      return List.of();
    }
    List<Candidate> taken = writer.write(claims, new Claims.Command(candidates, lease));
    var claimed = new ArrayList<ClaimedDelivery>(taken.size());
    for (Candidate candidate : taken) {
      Delivery leased = candidate.delivery().leased(lease, now);
      claimed.add(new ClaimedDelivery(leased, candidate.event(), candidate.webhook()));
    }
    claimed.sort(LONGEST_DUE_FIRST);
    return claimed;
  }

  private static Instant scheduledAt(Delivery claimed) {
    return ((InFlight) claimed.state()).scheduledAt();
  }

  @Override
  public Settlement settleIfLeased(Delivery settled, Attempt attempt, Lease lease) {
    var written = AttemptRows.Written.of(attempt);
    return writer.write(settlements, new Settlements.Command(settled, written, lease));
  }

  @Override
  public Settlement releaseIfLeased(Delivery released, Lease lease) {
    return writer.write(settlements, new Settlements.Command(released, null, lease));
  }

  @Override
  public List<Waiting> freeExpired(Instant now) {
    return writer.write(freedLeases, new FreedLeases.Command.Expired(now));
  }

  @Override
  public int releaseAllHeldBy(String holder) {
    return writer.write(freedLeases, new FreedLeases.Command.HeldBy(holder)).size();
  }
}
