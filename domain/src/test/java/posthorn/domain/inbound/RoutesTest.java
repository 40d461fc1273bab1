package posthorn.domain.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static posthorn.domain.inbound.Messages.route;
import static posthorn.domain.inbound.Messages.source;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.testing.Law;

class RoutesTest {
  private static Route to(int id, int source, String pattern) {
    return Route.of(
        route(id), TenantId.DEFAULT, rule(source, pattern, "reviewer-cluster"), Instant.EPOCH);
  }

  private static Route.Rule rule(int source, String pattern, String target) {
    return new Route.Rule(
        source(source), new EventTypePattern(pattern), new EventType("code_review"), target);
  }

  private static Optional<RouteId> match(List<Route> routes, int source, String type) {
    return new Routes(routes).match(source(source), new EventType(type)).map(Route::id);
  }

  @Test
  void a_source_and_an_event_type_lead_to_an_intent_and_a_target() {
    var routes = new Routes(List.of(to(1, 1, "pull_request.opened")));
    assertThat(routes.match(source(1), new EventType("pull_request.opened")))
        .hasValueSatisfying(route -> {
          assertThat(route.intent()).isEqualTo(new EventType("code_review"));
          assertThat(route.target()).isEqualTo("reviewer-cluster");
        });
  }

  @ParameterizedTest
  @CsvSource({
    "pull_request.opened,    1",
    "pull_request.closed,    2",
    "pull_request.review.ok, 3",
    "pull_request.review,    2",
    "pull_request,           4",
    "push,                   4",
  })
  void the_most_specific_route_wins(String type, int winner) {
    var routes =
        new ArrayList<>(
            List.of(
                to(4, 1, "*"),
                to(3, 1, "pull_request.review.*"),
                to(2, 1, "pull_request.*"),
                to(1, 1, "pull_request.opened")));
    assertThat(match(routes, 1, type)).contains(route(winner));
    Collections.reverse(routes);
    assertThat(match(routes, 1, type)).contains(route(winner));
  }

  @Test
  void of_equal_routes_the_one_with_the_least_id_wins() {
    assertThat(match(List.of(to(2, 1, "push"), to(1, 1, "push")), 1, "push")).contains(route(1));
    assertThat(match(List.of(to(1, 1, "*"), to(2, 1, "*")), 1, "push")).contains(route(1));
  }

  @Test
  void another_sources_route_is_not_taken() {
    assertThat(match(List.of(to(1, 2, "push")), 1, "push")).isEmpty();
    assertThat(match(List.of(to(1, 2, "push"), to(2, 1, "*")), 1, "push")).contains(route(2));
  }

  @Test
  void without_a_matching_route_there_is_none() {
    assertThat(match(List.of(), 1, "push")).isEmpty();
    assertThat(match(List.of(to(1, 1, "push.*"), to(2, 1, "pushed")), 1, "push")).isEmpty();
  }

  @Test
  void the_order_of_the_routes_does_not_matter() {
    List<String> patterns = List.of("*", "a.*", "a.b.*", "a.b.c", "a.b", "b.*", "a");
    List<String> types = List.of("a", "a.b", "a.b.c", "a.b.d", "b.a", "c");
    Law.holds(random -> {
      var routes = new ArrayList<Route>();
      for (int i = random.nextInt(8); i > 0; i--) {
        routes.add(to(i, random.nextInt(2), patterns.get(random.nextInt(patterns.size()))));
      }
      String type = types.get(random.nextInt(types.size()));
      var found = match(routes, 1, type);
      Collections.shuffle(routes, random);
      assertThat(match(routes, 1, type)).isEqualTo(found);
    });
  }

  @Test
  void a_pattern_is_the_more_specific_the_less_it_leaves_open() {
    List<Integer> order =
        Arrays.asList("*", "a.*", "a.b.*", "a").stream()
            .map(pattern -> new EventTypePattern(pattern).specificity())
            .toList();
    assertThat(order).containsExactly(0, 3, 5, Integer.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\nb", "a\u007f"})
  void a_target_is_visible_text(String target) {
    assertThat(Route.isValidTarget(target)).isFalse();
    assertThatThrownBy(
            () -> Route.of(route(1), TenantId.DEFAULT, rule(1, "*", target), Instant.EPOCH))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_changed_route_is_still_that_route() {
    Route before = to(1, 1, "push");
    Route.Rule other = rule(2, "push.*", "others");
    Route after = before.changed(other, Instant.EPOCH.plusSeconds(1));
    assertThat(after.id()).isEqualTo(before.id());
    assertThat(after.tenant()).isEqualTo(before.tenant());
    assertThat(after.rule()).isEqualTo(other);
    assertThat(after.createdAt()).isEqualTo(before.createdAt());
    assertThat(after.updatedAt()).isEqualTo(Instant.EPOCH.plusSeconds(1));
  }

  @Test
  void a_target_has_at_most_255_characters() {
    assertThat(Route.isValidTarget("a".repeat(255))).isTrue();
    assertThat(Route.isValidTarget("a".repeat(256))).isFalse();
  }
}
