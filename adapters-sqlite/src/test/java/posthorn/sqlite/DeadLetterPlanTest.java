package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import posthorn.domain.deadletter.DeadLetterFilter;
import posthorn.domain.deadletter.DeadLetterFilter.Details;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.id.IdForm;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;
import posthorn.sqlite.DeadLetterSql.Ids;
import posthorn.sqlite.DeliveryListSql.Statement;

/** How SQLite goes about dead letters, of which there may be very many. */
class DeadLetterPlanTest {
  private static final TenantId TENANT = TenantId.DEFAULT;
  private static final Instant NOW = Instant.EPOCH.plusSeconds(1);
  private static final Ids IDS = new Ids("dlv_0", "dlv_2", "dlv_1");

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

  static Stream<DeadLetterFilter> coveredFilters() {
    var webhook = new WebhookId(IdForm.first(WebhookId.PREFIX, NOW));
    var types = List.of(new EventTypePattern("order.*"), new EventTypePattern("user.created"));
    var times = new Details(null, null, NOW, NOW, false);
    return Stream.of(
        DeadLetterFilter.ANY,
        DeadLetterFilter.unreplayedOf(webhook),
        new DeadLetterFilter(Set.of(), types, Set.of(), Set.of(), Details.NONE),
        new DeadLetterFilter(
            Set.of(webhook),
            types,
            Set.of(FailureCategory.DNS),
            Set.of(DeadReason.EXPIRED),
            times));
  }

  static Stream<DeadLetterFilter> allFilters() {
    var words = new Details("session", "text", null, null, null);
    return Stream.concat(
        coveredFilters(),
        Stream.of(new DeadLetterFilter(Set.of(), List.of(), Set.of(), Set.of(), words)));
  }

  @ParameterizedTest
  @MethodSource("allFilters")
  void lists_and_slices_walk_the_ids_and_sort_nothing(DeadLetterFilter filter) throws SQLException {
    for (Statement statement :
        List.of(
            DeadLetterSql.page(TENANT, filter, IDS, "dlv_0", 50, 0),
            DeadLetterSql.above(TENANT, filter, IDS, "dlv_0"),
            DeadLetterSql.slice(TENANT, filter, IDS, NOW, 50))) {
      assertThat(planOf(statement))
          .contains("INDEX deliveries_in_trouble (tenant_id=? AND status=? AND id>")
          .doesNotContain("TEMP B-TREE");
    }
  }

  @ParameterizedTest
  @MethodSource("allFilters")
  void how_far_to_look_is_told_by_the_index_alone(DeadLetterFilter filter) throws SQLException {
    for (boolean newestFirst : List.of(true, false)) {
      assertThat(planOf(DeadLetterSql.last(TENANT, filter, IDS, 50_000, newestFirst)))
          .contains("COVERING INDEX deliveries_in_trouble (tenant_id=? AND status=? AND id>")
          .doesNotContain("TEMP B-TREE");
    }
  }

  @ParameterizedTest
  @MethodSource("coveredFilters")
  void counts_and_groups_look_at_no_row_and_sort_nothing(DeadLetterFilter filter)
      throws SQLException {
    assertThat(planOf(DeadLetterSql.count(TENANT, filter, NOW)))
        .contains("COVERING INDEX deliveries_dead (tenant_id=?");
    assertThat(planOf(DeadLetterSql.summary(TENANT, filter, 500)))
        .contains("COVERING INDEX deliveries_dead (tenant_id=?")
        .doesNotContain("TEMP B-TREE");
  }

  @Test
  void a_webhooks_own_are_found_by_it() throws SQLException {
    var webhook = new WebhookId(IdForm.first(WebhookId.PREFIX, NOW));

    assertThat(planOf(DeadLetterSql.count(TENANT, DeadLetterFilter.unreplayedOf(webhook), NOW)))
        .contains("COVERING INDEX deliveries_dead (tenant_id=? AND webhook_id=?");
  }

  private String planOf(Statement statement) throws SQLException {
    var lines = new StringBuilder();
    try (PreparedStatement explain =
            connection.prepareStatement("EXPLAIN QUERY PLAN " + statement.text());
        ResultSet steps = explain.executeQuery()) {
      while (steps.next()) {
        lines.append(steps.getString("detail")).append('\n');
      }
    }
    return lines.toString();
  }
}
