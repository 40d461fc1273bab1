package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.function.Executable;
import posthorn.domain.access.Permission;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;

/**
 * Every route that there is, with every role and with none. A new route is in here by itself; where
 * its path has the id of a new kind of thing, or it wants a body before it looks for that thing, it
 * gets an entry below.
 */
class RouteGuardTest {
  /** The bodies of requests that would otherwise be refused before anybody looks for the id. */
  private static final Map<String, String> BODIES =
      Map.of("PATCH /v1/webhooks/{id}/circuit-breaker", "{\"action\": \"reset\"}");

  private static final Pattern ID = Pattern.compile("\\{(id|[a-z_]+_id)}");

  /** Things of the default tenant by the path that they are found at. */
  private Map<String, String> idsByPath;

  private String webhook;
  private String delivery;

  @RegisterExtension final TestApi api = new TestApi();

  @BeforeEach
  void makeThings() throws Exception {
    webhook = api.post("/v1/webhooks", TestApi.WEBHOOK).body().path("id").asString();
    String event = api.post("/v1/events", TestApi.EVENT).body().path("event_id").asString();
    delivery = api.onlyDelivery().id().value();
    String key = api.post("/v1/api-keys", "{\"role\": \"viewer\"}").body().path("id").asString();
    idsByPath =
        Map.of(
            "webhooks", webhook,
            "events", event,
            "deliveries", delivery,
            "dlq", delivery,
            "api-keys", key,
            "tenants", "default");
  }

  @TestFactory
  Stream<DynamicTest> without_a_key_nobody_gets_in() {
    return guarded()
        .map(route -> test(route, () -> assertThat(status(route, null)).isEqualTo(401)));
  }

  @TestFactory
  Stream<DynamicTest> with_a_key_one_gets_in_where_its_role_may_go() {
    return guarded()
        .flatMap(route ->
            Stream.of(Role.values())
                .map(role ->
                    dynamicTest(
                        route + " as " + role.wireName(),
                        () -> check(route, role, status(route, ownKey(role))))));
  }

  private static void check(Api.Route route, Role role, int status) {
    if (role.may(permissionOf(route))) {
      assertThat(status).isNotIn(401, 403).isLessThan(500);
    } else {
      assertThat(status).isEqualTo(403);
    }
  }

  @TestFactory
  Stream<DynamicTest> another_tenants_things_are_not_there() {
    return guarded()
        .filter(route -> ID.matcher(route.path()).find())
        .flatMap(route ->
            Stream.of(Role.TENANT_ADMIN, Role.PUBLISHER, Role.VIEWER)
                .filter(role -> role.may(permissionOf(route)))
                .map(role ->
                    dynamicTest(
                        route + " as another's " + role.wireName(),
                        () ->
                            assertThat(status(route, api.keyOf(TestApi.ACME, role)))
                                .isEqualTo(404))));
  }

  private static DynamicTest test(Api.Route route, Executable body) {
    return dynamicTest(route.toString(), body);
  }

  private Stream<Api.Route> guarded() {
    return api.routes().stream().filter(route -> route.permission() != null);
  }

  private static Permission permissionOf(Api.Route route) {
    return Objects.requireNonNull(route.permission());
  }

  private String ownKey(Role role) {
    return role == Role.OPERATOR ? TestApi.KEY : api.keyOf(TenantId.DEFAULT, role);
  }

  /** Only the status is waited for: there may be routes whose answers never end. */
  private int status(Api.Route route, @Nullable String key) throws Exception {
    HttpRequest.Builder request =
        api.request(pathOf(route)).header("Content-Type", "application/json");
    if (key != null) {
      request.header("Authorization", "Bearer " + key);
    }
    String method = route.methodName();
    boolean bodiless = method.equals("GET") || method.equals("DELETE");
    String body = BODIES.getOrDefault(route.toString(), "{}");
    var response =
        api.open(
            request.method(
                method, bodiless ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
    try (InputStream _ = response.body()) {
      return response.statusCode();
    }
  }

  /** The route's path with ids of things in place of their names. */
  private String pathOf(Api.Route route) {
    // The first word after /v1 or /api.
    String kind = route.path().split("/", 4)[2];
    return route
        .path()
        .replace("{webhook_id}", webhook)
        .replace("{delivery_id}", delivery)
        .replace("deliveries/{id}", "deliveries/" + delivery)
        .replace("{id}", idsByPath.getOrDefault(kind, "none"))
        .replaceAll("\\{[^}]*}", "none");
  }
}
