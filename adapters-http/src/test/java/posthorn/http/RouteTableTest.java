package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.domain.access.Permission;
import posthorn.domain.access.Role;

/** The routes as they are, beside the list of them that people review. */
class RouteTableTest {
  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void the_routes_and_who_may_use_them_are_those_of_the_list() throws Exception {
    String table =
        api.routes().stream()
            .sorted(comparing(Api.Route::path).thenComparing(Api.Route::methodName))
            .map(RouteTableTest::lineOf)
            .collect(Collectors.joining("\n", "", "\n"));

    assertThat(listed())
        .as(
            "If the routes are as they should be, put this into"
                + " adapters-http/src/test/resources/routes.txt:%n%s",
            table)
        .isEqualTo(table);
  }

  private static String lineOf(Api.Route route) {
    Permission permission = route.permission();
    String who =
        permission == null
            ? "open"
            : permission
                + Stream.of(Role.values())
                    .filter(role -> role.may(permission))
                    .map(role -> " " + role.wireName())
                    .collect(Collectors.joining());
    return route.methodName() + " " + route.path() + " " + who;
  }

  private static String listed() throws Exception {
    try (InputStream file = RouteTableTest.class.getResourceAsStream("/routes.txt")) {
      return new String(Objects.requireNonNull(file, "routes.txt").readAllBytes(), UTF_8);
    }
  }
}
