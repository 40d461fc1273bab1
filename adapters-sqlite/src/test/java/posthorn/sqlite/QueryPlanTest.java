package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import posthorn.application.port.AlertQuery;
import posthorn.application.port.AuditQuery;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.DeliveryQuery.Details;
import posthorn.application.port.EventQuery;
import posthorn.application.port.EventQuery.Where;
import posthorn.application.port.InboundQuery;
import posthorn.application.testing.TestTime;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.AuditId;
import posthorn.domain.alert.AlertId;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.id.IdForm;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;
import posthorn.sqlite.DeliveryListSql.Statement;

/** How SQLite goes about each statement that is run for every delivery, or for every look. */
class QueryPlanTest {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    store.open();
    connection = DriverManager.getConnection(store.url());
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  static Stream<Arguments> hotStatements() {
    return Stream.of(
        Arguments.of(
            CandidateRows.SELECT_AT,
            "INDEX deliveries_due (webhook_id=? AND work=? AND due_at=? AND rowid>?)"),
        Arguments.of(
            CandidateRows.SELECT_AFTER,
            "INDEX deliveries_due (webhook_id=? AND work=? AND due_at>? AND due_at<?)"),
        Arguments.of(CandidateRows.SELECT_AT, "INDEX sqlite_autoindex_events_1 (id=?)"),
        Arguments.of(CandidateRows.SELECT_AFTER, "INDEX sqlite_autoindex_events_1 (id=?)"),
        Arguments.of(
            DueSql.SURVEY,
            "INDEX deliveries_due (webhook_id=? AND work=? AND due_at=? AND rowid>?)"),
        Arguments.of(
            DueSql.SURVEY,
            "INDEX deliveries_due (webhook_id=? AND work=? AND due_at>? AND due_at<?)"),
        Arguments.of(DueSql.SURVEY, "INDEX deliveries_due (webhook_id=? AND work=? AND due_at>?)"),
        Arguments.of(
            DueSql.WAITING,
            "INDEX deliveries_due (webhook_id=? AND work=? AND due_at=? AND rowid>?)"),
        Arguments.of(DueSql.WAITING, "INDEX deliveries_due (webhook_id=? AND work=? AND due_at>?)"),
        Arguments.of(Settlements.DELIVERED_IF_LEASED, "INDEX sqlite_autoindex_deliveries_1 (id=?)"),
        Arguments.of(Settlements.DELIVERED_IF_HELD, "INTEGER PRIMARY KEY (rowid=?)"),
        Arguments.of(DueSql.LEASE_IF_WAITING, "INTEGER PRIMARY KEY (rowid=?)"),
        Arguments.of(DueSql.PUT_OFF_IF_WAITING, "INTEGER PRIMARY KEY (rowid=?)"),
        Arguments.of(DueSql.ANY_AHEAD, "INDEX deliveries_lane (webhook_id=? AND lane=? AND id<?)"),
        Arguments.of(
            DueSql.ANY_IN_FLIGHT, "INDEX deliveries_lane_leased (webhook_id=? AND lane=?)"),
        Arguments.of(
            DueSql.ANY_AHEAD_BUT_FAILED,
            "INDEX deliveries_lane (webhook_id=? AND lane=? AND id<?)"),
        Arguments.of(DueSql.LET_PASS, "INDEX deliveries_lane (webhook_id=? AND lane=? AND id<?)"),
        Arguments.of(
            DueSql.ANY_WAIT_FOR_CIRCUIT,
            "INDEX deliveries_wait_for_circuit (webhook_id=? AND due_at>?)"),
        Arguments.of(
            DueSql.END_CIRCUIT_WAIT,
            "INDEX deliveries_wait_for_circuit (webhook_id=? AND due_at>?)"),
        Arguments.of(DueSql.FREE_EXPIRED, "INDEX deliveries_leased (lease_expires_at<?)"),
        Arguments.of(DueSql.FREE_HELD_BY, "INDEX deliveries_leased"),
        Arguments.of(SqliteEvents.FIND_KEY, "PRIMARY KEY (tenant_id=? AND idempotency_key=?)"),
        Arguments.of(
            SqliteInboundMessages.COUNT_REPEAT,
            "INDEX inbound_by_message (message_id=? AND source_id=?)"),
        Arguments.of(
            SqliteInboundMessages.REROUTE,
            "INDEX sqlite_autoindex_inbound_messages_1 (tenant_id=? AND id=?)"),
        Arguments.of(
            HistorySql.MESSAGES,
            "INDEX sqlite_autoindex_inbound_messages_1 (tenant_id=? AND id>? AND id<?)"),
        Arguments.of(
            HistorySql.REMOVE_MESSAGE,
            "INDEX sqlite_autoindex_inbound_messages_1 (tenant_id=? AND id=?)"),
        Arguments.of(DeliveryRows.UPDATE_IF_LEASED, "INDEX sqlite_autoindex_deliveries_1 (id=?)"),
        Arguments.of(DeliveryRows.UPDATE_IF_WAITING, "INDEX sqlite_autoindex_deliveries_1 (id=?)"),
        Arguments.of(DeliveryRows.UPDATE_IF_AT_REST, "INDEX sqlite_autoindex_deliveries_1 (id=?)"),
        Arguments.of(
            HistorySql.DELIVERIES, "INDEX deliveries_by_tenant (tenant_id=? AND id>? AND id<?)"),
        Arguments.of(
            HistorySql.DEAD_LETTERS,
            "INDEX deliveries_in_trouble (tenant_id=? AND status=? AND id>? AND id<?)"),
        Arguments.of(HistorySql.REMOVE_DEAD_LETTERS, "INDEX sqlite_autoindex_deliveries_1 (id=?)"),
        Arguments.of(
            HistorySql.NEXT_TENANT_OF_DELIVERIES,
            "SEARCH deliveries USING COVERING INDEX deliveries_by_tenant (tenant_id>?)"),
        Arguments.of(
            HistorySql.NEXT_TENANT_OF_ATTEMPTS,
            "SEARCH attempts USING COVERING INDEX attempts_by_tenant (tenant_id>?)"),
        Arguments.of(
            HistorySql.NEXT_TENANT_OF_EVENTS,
            "SEARCH events USING COVERING INDEX events_by_tenant (tenant_id>?)"),
        Arguments.of(
            HistorySql.NEXT_TENANT_OF_MESSAGES,
            "SEARCH inbound_messages USING COVERING INDEX sqlite_autoindex_inbound_messages_1"
                + " (tenant_id>?)"),
        Arguments.of(HistorySql.ATTEMPTS_OF, "INDEX sqlite_autoindex_attempts_1 (delivery_id=?)"),
        Arguments.of(HistorySql.REMOVE_DELIVERIES, "INDEX sqlite_autoindex_deliveries_1 (id=?)"),
        Arguments.of(
            HistorySql.COUNT_ATTEMPTS, "INDEX sqlite_autoindex_attempts_1 (delivery_id=?)"),
        Arguments.of(
            HistorySql.COUNT_ATTEMPTS_OF_WEBHOOK,
            "INDEX sqlite_autoindex_attempts_1 (delivery_id=?)"),
        Arguments.of(
            HistorySql.COUNT_ATTEMPTS_OF_WEBHOOK, "INDEX deliveries_by_webhook (webhook_id=?)"),
        Arguments.of(HistorySql.REMOVE_OF_WEBHOOK, "INDEX deliveries_by_webhook (webhook_id=?)"),
        Arguments.of(
            HistorySql.ATTEMPTS,
            "attempts USING INDEX attempts_by_tenant (tenant_id=? AND rowid>?)"),
        Arguments.of(HistorySql.ATTEMPTS, "INDEX sqlite_autoindex_deliveries_1 (id=?)"),
        Arguments.of(
            HistorySql.REMOVE_ATTEMPT,
            "INDEX sqlite_autoindex_attempts_1 (delivery_id=? AND cycle=? AND number=?)"),
        Arguments.of(HistorySql.EVENTS, "INDEX events_by_tenant (tenant_id=? AND id>? AND id<?)"),
        Arguments.of(HistorySql.EVENTS, "INDEX deliveries_by_event (event_id=?)"),
        Arguments.of(HistorySql.REMOVE_EVENTS, "INDEX sqlite_autoindex_events_1 (id=?)"),
        Arguments.of(HistorySql.REMOVE_EVENTS, "INDEX deliveries_by_event (event_id=?)"),
        Arguments.of(
            StatisticsSql.TOTAL_OF_WEBHOOK,
            "delivery_stats USING PRIMARY KEY (webhook_id=? AND minute_at>? AND minute_at<?)"),
        Arguments.of(
            StatisticsSql.SERIES_OF_WEBHOOK,
            "delivery_stats USING PRIMARY KEY (webhook_id=? AND minute_at>? AND minute_at<?)"),
        Arguments.of(
            StatisticsSql.SERIES_OF_TENANT,
            "INDEX delivery_stats_by_tenant (tenant_id=? AND minute_at>? AND minute_at<?)"),
        Arguments.of(StatisticsSql.MINUTES, "INDEX delivery_stats_minutes (minute_at<?)"),
        Arguments.of(
            StatisticsSql.REMOVE_OLD, "old USING PRIMARY KEY (webhook_id=? AND minute_at<?)"),
        Arguments.of(
            StatisticsSql.REMOVE_MINUTES,
            "delivery_stats USING PRIMARY KEY (webhook_id=? AND minute_at>? AND minute_at<?)"),
        Arguments.of(
            AlertSql.ACTIVITY,
            "s USING PRIMARY KEY (webhook_id=? AND minute_at>? AND minute_at<?)"),
        Arguments.of(
            AlertSql.DEAD, "COVERING INDEX delivery_stats_dead (minute_at>? AND minute_at<?)"),
        Arguments.of(AlertSql.NOT_CLOSED, "INDEX circuits_not_closed"),
        Arguments.of(
            AlertSql.DEAD_LETTERS,
            "COVERING INDEX deliveries_in_trouble (tenant_id=? AND status=?)"),
        Arguments.of(
            AlertSql.WAITING,
            "COVERING INDEX deliveries_due (webhook_id=? AND work=? AND due_at<?)"),
        Arguments.of(
            SqliteAlerts.REMOVE_OLD, "INDEX alerts_over (resolved_at>? AND resolved_at<?)"),
        Arguments.of(UnfinishedSql.COUNT, "COVERING INDEX deliveries_due (webhook_id=?)"),
        Arguments.of(UnfinishedSql.COUNT, "INDEX deliveries_lane (webhook_id=? AND lane>?)"),
        Arguments.of(UnfinishedSql.COUNT, "INDEX deliveries_leased"),
        Arguments.of(BatchSteps.MARK, "INDEX sqlite_autoindex_deliveries_1 (id=?)"),
        Arguments.of(DeadLetterSql.MESSAGES, "INDEX sqlite_autoindex_deliveries_1 (id=?)"),
        Arguments.of(SqliteBatchOperations.ACTIVE, "INDEX batch_operations_active"),
        Arguments.of(HistorySql.CHANGES, "INDEX sqlite_autoindex_audit_1 (id>? AND id<?)"),
        Arguments.of(HistorySql.REMOVE_CHANGES, "INDEX sqlite_autoindex_audit_1 (id=?)"),
        Arguments.of(HistorySql.REMOVE_KEYS, "INDEX idempotency_keys_by_age (accepted_at<?)"));
  }

  @ParameterizedTest
  @MethodSource("hotStatements")
  void it_walks_its_index_and_sorts_nothing(String statement, String index) throws SQLException {
    String plan = planOf(statement);

    assertThat(plan)
        .contains(index)
        .doesNotContainPattern(
            "SCAN (deliveries|attempts|events|idempotency_keys|delivery_stats)\n");
    // Webhooks are gathered from their primary key; deliveries are never sorted.
    assertThat(plan).doesNotContain("TEMP B-TREE FOR ORDER BY");
  }

  static Stream<Arguments> listsOfAlerts() {
    var tenant = new TenantId("acme");
    var webhook = new WebhookId(IdForm.first(WebhookId.PREFIX, Instant.EPOCH));
    var before = new AlertId(IdForm.first(AlertId.PREFIX, Instant.EPOCH));
    return Stream.of(
        Arguments.of(
            new AlertQuery(tenant, null, null, null, null, null, null, 50),
            "INDEX alerts_by_tenant (tenant_id=?)"),
        Arguments.of(
            new AlertQuery(tenant, false, "gone", null, TestTime.START, null, before, 50),
            "INDEX alerts_by_tenant (tenant_id=? AND id>? AND id<?)"),
        Arguments.of(
            new AlertQuery(tenant, null, null, webhook, null, null, null, 50),
            "INDEX alerts_by_subject (subject=?)"),
        Arguments.of(
            new AlertQuery(null, null, null, null, null, null, before, 50),
            "INDEX sqlite_autoindex_alerts_1 (id<?)"),
        Arguments.of(
            new AlertQuery(null, true, null, null, null, null, before, 50),
            "INDEX alerts_active (id<?)"));
  }

  @ParameterizedTest
  @MethodSource("listsOfAlerts")
  void a_list_of_alerts_walks_an_index_and_sorts_nothing(AlertQuery query, String index)
      throws SQLException {
    assertThat(planOf(SqliteAlerts.select(Jooq.on(connection), query).getSQL()))
        .contains(index)
        .doesNotContain("TEMP B-TREE");
  }

  @Test
  void due_notices_are_found_by_their_time() throws SQLException {
    assertThat(planOf(SqliteOutbox.select(Jooq.on(connection), Instant.EPOCH, 10).getSQL()))
        .contains("INDEX notices_due (next_at<?)")
        .doesNotContain("TEMP B-TREE");
  }

  static Stream<String> hotWrites() {
    return Stream.of(
        DeliveryRows.INSERT,
        DeliveryRows.UPDATE_IF_LEASED,
        Settlements.DELIVERED_IF_LEASED,
        Settlements.DELIVERED_IF_HELD,
        DueSql.LEASE_IF_WAITING,
        DueSql.PUT_OFF_IF_WAITING,
        AttemptRows.INSERT_SUCCEEDED,
        AttemptRows.INSERT_FAILED,
        StatisticsSql.ADD,
        CommitDeaths.ADD);
  }

  /** As it would for a check or a partial index with an IN of three or more. */
  @ParameterizedTest
  @MethodSource("hotWrites")
  void it_makes_no_table_in_memory_for_every_row(String statement) throws SQLException {
    assertThat(read("EXPLAIN " + statement, "opcode")).doesNotContain("OpenEphemeral");
  }

  /** Every combination of what a list can be filtered by. */
  static Stream<DeliveryQuery> lists() {
    var webhook = new WebhookId(IdForm.first(WebhookId.PREFIX, Instant.EPOCH));
    var before = new DeliveryId(IdForm.first(DeliveryId.PREFIX, Instant.EPOCH));
    Stream<@Nullable String> statuses =
        Stream.of(null, "pending", "in_flight", "failed", "delivered", "dead", "cancelled");
    return statuses.flatMap(status ->
        Stream.of(null, webhook)
            .flatMap(which ->
                Stream.of(null, before)
                    .flatMap(start ->
                        details()
                            .map(details ->
                                new DeliveryQuery(
                                    TenantId.DEFAULT, status, which, start, 50, 0, details)))));
  }

  private static Stream<Details> details() {
    var event = new EventId(IdForm.first(EventId.PREFIX, Instant.EPOCH));
    var type = new EventTypePattern("order.*");
    Instant from = Instant.EPOCH;
    Instant to = Instant.EPOCH.plusSeconds(1);
    return Stream.of(
        Details.NONE,
        new Details(event, null, null, null, null, null, null),
        new Details(null, type, "session", FailureCategory.DNS, "lookup", null, null),
        new Details(null, null, null, null, null, from, to),
        new Details(null, null, "session", null, null, from, to),
        new Details(event, type, "session", FailureCategory.DNS, "lookup", from, to));
  }

  @ParameterizedTest
  @MethodSource("lists")
  void a_list_walks_an_index_and_sorts_nothing(DeliveryQuery query) throws SQLException {
    var list = new DeliveryListSql(query, List.of());

    for (Statement statement : List.of(list.page("dlv_"), list.floor(50_000), list.count("dlv_"))) {
      assertThat(planOf(statement.text()))
          .containsPattern("SEARCH deliveries USING (COVERING )?INDEX \\w+ \\(")
          .doesNotContain("TEMP B-TREE");
    }
    assertThat(planOf(list.floor(50_000).text())).contains("COVERING");
  }

  @Test
  void a_session_is_found_by_its_index_whatever_its_status_and_dates() throws SQLException {
    Instant from = TestTime.START;
    var details = new Details(null, null, "session", null, null, from, from.plusSeconds(1));
    for (String status : List.of("pending", "in_flight", "failed", "delivered", "dead")) {
      var query = new DeliveryQuery(TenantId.DEFAULT, status, null, null, 50, 0, details);
      var list = new DeliveryListSql(query, List.of());
      for (Statement statement : List.of(list.page("dlv_"), list.floor(50_000))) {
        assertThat(planOf(statement.text()))
            .contains(
                "INDEX deliveries_by_session (tenant_id=? AND session_id=? AND id>? AND id<?)");
      }
    }
  }

  static Stream<Arguments> listsOfEvents() {
    String tenant = "INDEX events_by_tenant (tenant_id=?";
    EventId id = new EventId(IdForm.first(EventId.PREFIX, TestTime.START));
    Instant time = TestTime.START;
    var exact = new EventTypePattern("a.b");
    var prefix = new EventTypePattern("a.*");
    return Stream.of(
        Arguments.of(Where.ANY, null, tenant + ")"),
        Arguments.of(Where.ANY, id, tenant + " AND id<?)"),
        Arguments.of(
            new Where(null, null, null, null, time, time), id, tenant + " AND id>? AND id<?)"),
        Arguments.of(new Where(prefix, null, null, null, null, null), null, tenant + ")"),
        Arguments.of(
            new Where(prefix, "s", "t", "k", time, null), id, tenant + " AND id>? AND id<?)"),
        Arguments.of(new Where(null, "s", null, null, null, null), null, tenant + ")"),
        Arguments.of(new Where(null, null, "s", null, null, null), id, tenant + " AND id<?)"),
        Arguments.of(new Where(null, null, null, "k", null, null), null, tenant + ")"),
        Arguments.of(new Where(exact, null, null, null, null, null), null, tenant + ")"),
        Arguments.of(
            new Where(exact, "s", "t", "k", time, null), id, tenant + " AND id>? AND id<?)"));
  }

  @ParameterizedTest
  @MethodSource("listsOfEvents")
  void events_are_listed_along_an_index(Where where, @Nullable EventId before, String index)
      throws SQLException {
    for (boolean withData : List.of(true, false)) {
      var query = new EventQuery(TenantId.DEFAULT, where, before, 10, 50, withData);
      String statement = EventList.select(Jooq.on(connection), query, null).getSQL();

      assertThat(planOf(statement)).contains(index).doesNotContain("SCAN", "TEMP B-TREE");
    }
  }

  @ParameterizedTest
  @MethodSource("listsOfEvents")
  void how_far_to_look_for_events_is_told_by_the_index_alone(
      Where where, @Nullable EventId before, String index) throws SQLException {
    var query = new EventQuery(TenantId.DEFAULT, where, before, 0, 50, false);
    String floor = EventList.floor(Jooq.on(connection), query, 50_000).getSQL();
    String count = EventList.count(Jooq.on(connection), query, "evt_").getSQL();

    assertThat(planOf(floor)).contains("COVERING " + index).doesNotContain("TEMP B-TREE");
    assertThat(planOf(count)).contains("SEARCH events").doesNotContain("TEMP B-TREE");
  }

  static Stream<Arguments> listsOfMessages() {
    var source = new SourceId(IdForm.first(SourceId.PREFIX, Instant.EPOCH));
    return Stream.of(
        Arguments.of(InboundQuery.Where.ANY, "sqlite_autoindex_inbound_messages_1 (tenant_id=?"),
        Arguments.of(
            new InboundQuery.Where(source, true, null, null, "a", Instant.EPOCH, TestTime.START),
            "sqlite_autoindex_inbound_messages_1 (tenant_id=? AND id>? AND id<?)"),
        Arguments.of(
            new InboundQuery.Where(source, false, null, null, null, null, null),
            "inbound_unrouted (tenant_id=?"));
  }

  @ParameterizedTest
  @MethodSource("listsOfMessages")
  void received_messages_are_listed_along_an_index(InboundQuery.Where where, String index)
      throws SQLException {
    var query = new InboundQuery(TenantId.DEFAULT, where, null, 50, false);
    String select = InboundList.select(Jooq.on(connection), query, null).getSQL();
    String floor = InboundList.floor(Jooq.on(connection), query, 50_000).getSQL();
    String sizes = InboundList.sizes(Jooq.on(connection), query).getSQL();

    assertThat(planOf(select)).contains(index).doesNotContain("SCAN", "TEMP B-TREE");
    assertThat(planOf(floor)).contains("COVERING INDEX " + index).doesNotContain("TEMP B-TREE");
    assertThat(planOf(sizes)).contains(index).doesNotContain("TEMP B-TREE");
  }

  @Test
  void a_message_is_found_by_what_its_sender_calls_it() throws SQLException {
    var where = new InboundQuery.Where(null, null, null, "id", null, null, null);
    var query = new InboundQuery(TenantId.DEFAULT, where, null, 50, false);

    assertThat(planOf(InboundList.select(Jooq.on(connection), query, null).getSQL()))
        .contains("inbound_by_message (message_id=?)");
  }

  @Test
  void the_deliveries_of_an_event_are_found_by_it() throws SQLException {
    assertThat(planOf("SELECT * FROM deliveries WHERE event_id = ? ORDER BY id DESC LIMIT ?"))
        .contains("INDEX deliveries_by_event (event_id=?)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          false | false | false | audit_by_tenant (tenant_id=?
          true  | false | false | audit_by_key (tenant_id=? AND key_id=?
          false | true  | false | audit_by_action (tenant_id=? AND path=? AND method=?
          false | false | true  | audit_by_object (tenant_id=? AND object_id=?
          true  | true  | false | audit_by_key (tenant_id=? AND key_id=?
          true  | true  | true  | audit_by_object (tenant_id=? AND object_id=?
          """)
  void the_audit_log_is_read_along_an_index(
      boolean byKey, boolean byAction, boolean byObject, String index) throws SQLException {
    ApiKeyId key = byKey ? new ApiKeyId("key_00000000000000000000000000") : null;
    String action = byAction ? "POST /v1/webhooks" : null;
    String object = byObject ? "wh_1" : null;
    var now = Instant.parse("2026-01-01T00:00:00Z");
    var cursor = new AuditId("aud_00000000000000000000000000");
    for (var query :
        List.of(
            new AuditQuery(TenantId.DEFAULT, null, null, key, action, object, null, 10),
            new AuditQuery(TenantId.DEFAULT, null, null, key, action, object, cursor, 10),
            new AuditQuery(TenantId.DEFAULT, now, now, key, action, object, cursor, 10))) {
      String plan = planOf(SqliteAuditLog.select(Jooq.on(connection), query).getSQL());

      assertThat(plan).contains("SEARCH audit USING INDEX " + index).doesNotContain("TEMP B-TREE");
    }
  }

  private String planOf(String statement) throws SQLException {
    return read("EXPLAIN QUERY PLAN " + statement, "detail");
  }

  private String read(String explanation, String column) throws SQLException {
    var lines = new StringBuilder();
    try (PreparedStatement explain = connection.prepareStatement(explanation);
        ResultSet steps = explain.executeQuery()) {
      while (steps.next()) {
        lines.append(steps.getString(column)).append('\n');
      }
    }
    return lines.toString();
  }
}
