package posthorn.application.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import posthorn.application.port.InboundRoutes;
import posthorn.application.port.Sources;
import posthorn.application.testing.SeededRandomness;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.inbound.Route;
import posthorn.domain.inbound.RouteId;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceSettings;
import posthorn.domain.inbound.WrittenSource;
import posthorn.domain.tenant.TenantId;

class RouteUseCasesTest {
  private static final TenantId OTHER = new TenantId("other");
  private static final Instant NOW = TestTime.START;

  private final Stores stores = Stores.inMemory();
  private final Sources sources = stores.sources();
  private final InboundRoutes routes = stores.inboundRoutes();
  private final SequentialIds ids = new SequentialIds();
  private final AddRoute addRoute = new AddRoute(sources, routes, ids);
  private final ChangeRoute changeRoute = new ChangeRoute(sources, routes);
  private final Source mine = source(DEFAULT);
  private final Source theirs = source(OTHER);

  @Test
  void a_route_leads_from_a_source_of_the_tenant() {
    Route route = added(rule(mine, "pull_request.opened"));

    assertThat(routes.of(DEFAULT)).containsExactly(route);
    assertThat(addRoute.add(DEFAULT, rule(theirs, "*"), NOW))
        .isEqualTo(new AddRoute.Result.NoSource());
  }

  @Test
  void a_tenant_has_at_most_ten_thousand() {
    for (int i = 0; i < AddRoute.MOST_ROUTES; i++) {
      routes.addIfSourceRemains(
          Route.of(new RouteId(ids.next(RouteId.PREFIX, NOW)), DEFAULT, rule(mine, "*"), NOW));
    }
    assertThat(addRoute.add(DEFAULT, rule(mine, "*"), NOW))
        .isEqualTo(new AddRoute.Result.TooMany(10_000));
    assertThat(addRoute.add(OTHER, rule(theirs, "*"), NOW))
        .isInstanceOf(AddRoute.Result.Added.class);
  }

  @Test
  void a_change_needs_what_was_seen_and_a_source_of_the_tenant() {
    Route seen = added(rule(mine, "push"));
    assertThat(changeRoute.change(seen, rule(theirs, "push"), NOW))
        .isEqualTo(new ChangeRoute.Result.NoSource());
    assertThat(changeRoute.change(seen, rule(mine, "push.*"), NOW.plusSeconds(1)))
        .isInstanceOf(ChangeRoute.Result.Changed.class);
    assertThat(changeRoute.change(seen, rule(mine, "*"), NOW))
        .isEqualTo(new ChangeRoute.Result.Outdated());
  }

  @Test
  void a_removed_route_is_gone() {
    Route route = added(rule(mine, "push"));
    var removeRoute = new RemoveRoute(routes);
    assertThat(removeRoute.remove(OTHER, route.id())).isFalse();
    assertThat(removeRoute.remove(DEFAULT, route.id())).isTrue();
    assertThat(removeRoute.remove(DEFAULT, route.id())).isFalse();
  }

  private Route added(Route.Rule rule) {
    var result = addRoute.add(DEFAULT, rule, NOW);
    assertThat(result).isInstanceOf(AddRoute.Result.Added.class);
    return ((AddRoute.Result.Added) result).route();
  }

  private static Route.Rule rule(Source source, String pattern) {
    return new Route.Rule(
        source.id(), new EventTypePattern(pattern), new EventType("code_review"), "cluster");
  }

  private Source source(TenantId tenant) {
    var command =
        new CreateSource.Command(
            tenant, "github", SourceSettings.of(WrittenSource.of("github")), null, true);
    var create = new CreateSource(sources, ids, new SeededRandomness(1));
    return ((CreateSource.Result.Created) create.create(command, NOW)).source();
  }
}
