package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.InboundRoutes;
import posthorn.application.port.Sources;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.inbound.Route;
import posthorn.domain.inbound.RouteId;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceSettings;
import posthorn.domain.inbound.WrittenSource;
import posthorn.domain.tenant.TenantId;

/** What every implementation of {@link InboundRoutes} keeps to. */
public abstract class InboundRoutesContract {
  private static final TenantId OTHER = new TenantId("other");
  private static final Instant LATER = TestTime.START.plusSeconds(1);

  private final SequentialIds ids = new SequentialIds();
  private final Source github = source(DEFAULT);
  private final Source slack = source(DEFAULT);
  private Sources sources;
  private InboundRoutes routes;

  /** A new, empty store. */
  protected abstract Stores open();

  @BeforeEach
  void setUp() {
    Stores stores = open();
    sources = stores.sources();
    routes = stores.inboundRoutes();
    sources.add(github);
    sources.add(slack);
  }

  @Test
  void nothing_of_a_route_is_lost() {
    Route route = route(github, "pull_request.*", "Prüfer, \"two\"");

    assertThat(routes.addIfSourceRemains(route)).isTrue();

    assertThat(routes.find(DEFAULT, route.id())).contains(route);
    assertThat(routes.of(DEFAULT)).containsExactly(route);
    assertThat(routes.of(github.id()).routes()).containsExactly(route);
    assertThat(routes.of(github.id()).match(github.id(), new EventType("pull_request.opened")))
        .contains(route);
  }

  @Test
  void each_source_has_its_own_in_the_order_they_were_added() {
    Route first = added(github, "*");
    Route second = added(slack, "*");
    Route third = added(github, "push");

    assertThat(routes.of(DEFAULT)).containsExactly(first, second, third);
    assertThat(routes.of(github.id()).routes()).containsExactly(first, third);
    assertThat(routes.of(slack.id()).routes()).containsExactly(second);
    assertThat(routes.of(source(DEFAULT).id()).routes()).isEmpty();
  }

  @Test
  void another_tenants_route_is_not_there() {
    Source theirs = source(OTHER);
    sources.add(theirs);
    Route route = added(theirs, "*");

    assertThat(routes.find(DEFAULT, route.id())).isEmpty();
    assertThat(routes.of(DEFAULT)).isEmpty();
    assertThat(routes.remove(DEFAULT, route.id())).isFalse();
    assertThat(routes.of(OTHER)).containsExactly(route);
  }

  @Test
  void without_its_source_there_is_no_route() {
    assertThat(routes.addIfSourceRemains(route(source(DEFAULT), "*", "x"))).isFalse();
    Route route = added(github, "*");
    Route gone =
        route.changed(
            new Route.Rule(source(DEFAULT).id(), route.eventType(), route.intent(), "x"), LATER);

    assertThat(routes.replaceIfUnchanged(route, gone)).isFalse();
    assertThat(routes.of(DEFAULT)).containsExactly(route);
  }

  @Test
  void a_change_takes_the_place_of_what_was_seen_and_of_nothing_else() {
    Route route = added(github, "push");
    Route changed =
        route.changed(
            new Route.Rule(slack.id(), new EventTypePattern("*"), new EventType("chat"), "others"),
            LATER);

    assertThat(routes.replaceIfUnchanged(route, changed)).isTrue();
    assertThat(routes.replaceIfUnchanged(route, changed)).isFalse();

    assertThat(routes.find(DEFAULT, route.id())).contains(changed);
    assertThat(routes.of(github.id()).routes()).isEmpty();
    assertThat(routes.of(slack.id()).routes()).containsExactly(changed);
    assertThat(routes.of(DEFAULT)).containsExactly(changed);
  }

  @Test
  void what_is_removed_is_gone() {
    Route route = added(github, "push");
    Route other = added(github, "*");

    assertThat(routes.remove(DEFAULT, route.id())).isTrue();
    assertThat(routes.remove(DEFAULT, route.id())).isFalse();

    assertThat(routes.find(DEFAULT, route.id())).isEmpty();
    assertThat(routes.replaceIfUnchanged(route, route)).isFalse();
    assertThat(routes.of(github.id()).routes()).containsExactly(other);
    assertThat(routes.of(DEFAULT)).containsExactly(other);
  }

  @Test
  void a_sources_routes_go_with_it() {
    Route route = added(github, "push");
    Route other = added(slack, "push");

    sources.remove(github.id());

    assertThat(routes.of(DEFAULT)).containsExactly(other);
    assertThat(routes.find(DEFAULT, route.id())).isEmpty();
    assertThat(routes.of(github.id()).routes()).isEmpty();
    assertThat(routes.remove(DEFAULT, route.id())).isFalse();
    assertThat(routes.replaceIfUnchanged(route, route)).isFalse();
    assertThat(List.copyOf(sources.of(DEFAULT))).containsExactly(slack);
  }

  private Route added(Source source, String pattern) {
    Route route = route(source, pattern, "reviewer-cluster");
    assertThat(routes.addIfSourceRemains(route)).isTrue();
    return route;
  }

  protected final Route route(Source source, String pattern, String target) {
    return Route.of(
        new RouteId(ids.next(RouteId.PREFIX, TestTime.START)),
        source.tenant(),
        new Route.Rule(
            source.id(), new EventTypePattern(pattern), new EventType("code_review"), target),
        TestTime.START);
  }

  protected final Source source(TenantId tenant) {
    return SourcesContract.source(
        ids, tenant, "github", SourceSettings.of(WrittenSource.of("github")));
  }
}
