package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Schemas;
import posthorn.application.port.Schemas.Compilation.Compiled;
import posthorn.application.port.Schemas.Judgement.Judged;
import posthorn.domain.event.JsonBytes;
import posthorn.jsonschema.JsonSchemas;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Holds real answers against what the API's description says about them. */
final class DescribedAnswers {
  private static final Schemas.Effort EFFORT =
      new Schemas.Effort(2_000_000, 500_000_000, () -> false);

  private final List<Described> all = new ArrayList<>();
  private final String documented = read(Path.of("../docs/api.md"));

  /** What is said about the answer of one route when all goes well. */
  private record Described(
      String method, Pattern path, int status, Schemas.@Nullable Schema schema) {}

  DescribedAnswers(List<Api.Route> routes) {
    JsonNode document = Json.MAPPER.valueToTree(OpenApiDocument.of(routes, "test"));
    var schemas = new JsonSchemas();
    for (Api.Route route : routes) {
      JsonNode answer =
          document
              .path("paths")
              .path(route.path())
              .path(route.methodName().toLowerCase(Locale.ROOT))
              .path("responses")
              .path(Integer.toString(route.text().status()))
              .path("content")
              .path("application/json")
              .path("schema");
      all.add(
          new Described(
              route.methodName(),
              Pattern.compile(route.path().replaceAll("\\{\\w+}", "[^/]+")),
              route.text().status(),
              answer.isMissingNode() ? null : compiled(schemas, answer, document)));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Schemas.Schema compiled(JsonSchemas schemas, JsonNode answer, JsonNode document) {
    ObjectNode whole = Json.MAPPER.createObjectNode();
    whole.set("allOf", Json.MAPPER.createArrayNode().add(answer));
    whole.set("$defs", document.path("components").path("schemas"));
    String text = whole.toString().replace("#/components/schemas/", "#/$defs/");
    return switch (schemas.compile(new JsonBytes(text.getBytes(UTF_8)))) {
      case Compiled(var schema, _) -> schema;
      case Schemas.Compilation.Wrong(var errors) -> throw new AssertionError(errors.toString());
    };
  }

  /** Fails if the answer is a success and not as described. */
  void check(HttpResponse<String> response) {
    if (response.request().method().equals("OPTIONS")) {
      return;
    }
    if (response.headers().firstValue("Content-Type").orElse("").equals(Problem.CONTENT_TYPE)
        && !response.body().isEmpty()) {
      String code = Json.MAPPER.readTree(response.body()).path("code").asString();
      assertThat(documented).as("docs/api.md names every code").contains("`" + code + "`");
    }
    if (response.statusCode() / 100 != 2) {
      return;
    }
    if (response.headers().firstValue("Content-Encoding").isPresent()) {
      return;
    }
    String path = response.uri().getPath();
    all.stream()
        .filter(each -> each.method.equals(response.request().method()))
        .filter(each -> each.path.matcher(path).matches())
        .findFirst()
        .ifPresent(described -> check(described, response));
  }

  private static void check(Described described, HttpResponse<String> response) {
    Schemas.Schema schema = described.schema;
    if (schema == null || response.statusCode() != described.status) {
      // A new type, a known event and a provider's ping have a status of their own.
      assertThat(response.statusCode()).isIn(described.status, 200, 201, 204);
      return;
    }
    if (response.headers().firstValue("Content-Type").orElse("").startsWith("application/json")) {
      assertThat(schema.judge(new JsonBytes(response.body().getBytes(UTF_8)), EFFORT))
          .as(response.request().method() + " " + response.uri() + " " + response.body())
          .isEqualTo(new Judged(List.of()));
    }
  }
}
