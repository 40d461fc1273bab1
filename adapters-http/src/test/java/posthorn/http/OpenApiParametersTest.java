package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.net.URLEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

/**
 * That parameters are what the API's description says: each value that it allows is taken, and each
 * that it does not is refused by the parameter's name.
 */
class OpenApiParametersTest {
  @RegisterExtension final TestApi api = new TestApi();

  private final RouteCalls calls = new RouteCalls(api);

  @TestFactory
  Stream<DynamicTest> every_parameter_is_described_and_its_bounds_hold() throws Exception {
    // So that times that serve as examples have passed.
    api.engine.time.advance(Duration.ofHours(1));
    JsonNode paths = api.send(api.request("/openapi.json")).body().path("paths");
    return api.routes().stream()
        .flatMap(route ->
            paths
                .path(route.path())
                .path(route.methodName().toLowerCase(Locale.ROOT))
                .path("parameters")
                .valueStream()
                .map(parameter ->
                    dynamicTest(
                        route + " " + parameter.path("name").asString(),
                        () -> check(route, parameter))));
  }

  private void check(Api.Route route, JsonNode parameter) throws Exception {
    assertThat(parameter.path("description").asString())
        .as("KnownParameters, or the route itself, describes it")
        .isNotEmpty();
    if (parameter.path("in").asString().equals("path")) {
      return;
    }
    String name = parameter.path("name").asString();
    List<String> outside = outside(parameter.path("schema"));
    assertThat(outside).as("it has a type, words or bounds").isNotEmpty();
    for (String value : outside) {
      Answer answer = call(route, name, value);
      assertThat(answer.status()).as(value).isEqualTo(422);
      assertThat(answer.wrongFields()).as(value).contains(name);
    }
    for (String value : inside(parameter)) {
      Answer answer = call(route, name, value);
      assertThat(answer.status()).as(value).isNotIn(404, 500);
      assertThat(answer.wrongFields()).as(value).doesNotContain(name);
    }
  }

  private static List<String> inside(JsonNode parameter) {
    JsonNode schema = parameter.path("schema");
    var values = new ArrayList<String>();
    schema.path("enum").forEach(word -> values.add(word.asString()));
    for (String bound : List.of("minimum", "maximum", "default")) {
      schema.optional(bound).ifPresent(number -> values.add(number.asString()));
    }
    if (schema.path("type").asString().equals("boolean")) {
      values.addAll(List.of("true", "false"));
    }
    parameter.optional("example").ifPresent(example -> values.add(example.asString()));
    return values;
  }

  private static List<String> outside(JsonNode schema) {
    var values = new ArrayList<String>();
    schema.optional("minimum").ifPresent(least -> values.add("" + (least.asInt() - 1)));
    schema.optional("maximum").ifPresent(most -> values.add("" + (most.asInt() + 1)));
    schema.optional("minLength").ifPresent(_ -> values.add(""));
    schema.optional("maxLength").ifPresent(most -> values.add("x".repeat(most.asInt() + 1)));
    if (!schema.has("maxLength")) {
      values.add("yesterday");
    }
    return values;
  }

  private Answer call(Api.Route route, String name, String value) throws Exception {
    String query = "?" + name + "=" + URLEncoder.encode(value, UTF_8);
    return api.send(calls.to(route, query, null));
  }
}
