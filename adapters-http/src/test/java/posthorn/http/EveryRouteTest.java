package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.InputStream;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.domain.access.Permission;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;

/**
 * Every route that there is, with every role and with none: a right request is answered as
 * described to whoever may make it, and to nobody else.
 */
class EveryRouteTest {
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;

  /** Names are each tenant's own: this makes another thing of the same name. */
  private static final Set<String> OWN_BY_NAME =
      Set.of(
          "PUT /v1/event-types/{name}",
          "PUT /v1/alert-rules/{name}",
          "PATCH /v1/alert-rules/{name}",
          "DELETE /v1/alert-rules/{name}");

  @RegisterExtension final TestApi api = new TestApi();

  private final RouteCalls calls = new RouteCalls(api);

  @Test
  void every_route_has_its_recipe_and_every_recipe_its_route() {
    assertThat(calls.known())
        .containsExactlyInAnyOrderElementsOf(
            api.routes().stream().map(Api.Route::toString).toList());
  }

  @TestFactory
  Stream<DynamicTest> without_a_key_only_what_is_open_answers() {
    return api.routes().stream()
        .map(route ->
            answers(
                route,
                "without a key",
                null,
                route.permission() == null ? route.text().status() : UNAUTHORIZED));
  }

  @TestFactory
  Stream<DynamicTest> with_a_key_each_route_answers_as_described_whom_it_may() {
    return api.routes().stream()
        .flatMap(route ->
            Stream.of(Role.values())
                .map(role ->
                    answers(
                        route,
                        "as " + role.wireName(),
                        api.keyOf(TenantId.DEFAULT, role),
                        may(role, route) ? route.text().status() : FORBIDDEN)));
  }

  /** Whoever could do it with a thing of their own cannot with another's. */
  @TestFactory
  Stream<DynamicTest> another_tenants_things_are_not_there() {
    return api.routes().stream()
        .filter(route -> route.permission() != null && route.path().contains("{"))
        .filter(route -> !OWN_BY_NAME.contains(route.toString()))
        .flatMap(route ->
            Stream.of(Role.TENANT_ADMIN, Role.PUBLISHER, Role.VIEWER)
                .filter(role -> may(role, route))
                .map(role ->
                    answers(
                        route,
                        "as another's " + role.wireName(),
                        api.keyOf(TestApi.ACME, role),
                        NOT_FOUND)));
  }

  private DynamicTest answers(Api.Route route, String who, @Nullable String key, int status) {
    return dynamicTest(route + " " + who, () -> assertThat(status(route, key)).isEqualTo(status));
  }

  private static boolean may(Role role, Api.Route route) {
    Permission permission = route.permission();
    return permission == null || role.may(permission);
  }

  /** Only the status is waited for: there may be routes whose answers never end. */
  private int status(Api.Route route, @Nullable String key) throws Exception {
    var response = api.open(calls.to(route, key));
    try (InputStream _ = response.body()) {
      return response.statusCode();
    }
  }
}
