package posthorn.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import posthorn.domain.access.Permission;
import posthorn.domain.access.Role;
import tools.jackson.databind.JsonNode;

/** The API's description, OpenAPI 3.1, made from its table of routes. */
final class OpenApiDocument {
  private static final Pattern PATH_PARAMETER = Pattern.compile("\\{(\\w+)}");

  private final OpenApiSchemas schemas = new OpenApiSchemas();
  private final JsonNode requests = requests();
  private final String version;

  private OpenApiDocument(String version) {
    this.version = version;
  }

  static Map<String, Object> of(List<Api.Route> routes, String version) {
    return new OpenApiDocument(version).document(routes);
  }

  /** The schemas of requests: people write those, as no record does. */
  static JsonNode requests() {
    try (InputStream in = OpenApiDocument.class.getResourceAsStream("requests.json")) {
      return Json.MAPPER.readTree(Objects.requireNonNull(in, "requests.json is not in the jar"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, Object> document(List<Api.Route> routes) {
    SortedMap<String, Map<String, Object>> paths = new TreeMap<>();
    for (Api.Route route : routes) {
      paths
          .computeIfAbsent(route.path(), _ -> new LinkedHashMap<>())
          .put(route.method().toString().toLowerCase(Locale.ROOT), operation(route));
    }
    Object _ = schemas.of(Problem.class);
    var components = new LinkedHashMap<String, Object>();
    requests.properties().forEach(entry -> components.put(entry.getKey(), entry.getValue()));
    components.putAll(schemas.components());

    var document = new LinkedHashMap<String, Object>();
    document.put("openapi", "3.1.0");
    document.put(
        "info",
        Map.of(
            "title",
            "Posthorn",
            "version",
            version,
            "description",
            "Accepts events, delivers them to webhooks, and shows what became of them."));
    document.put("paths", paths);
    document.put(
        "components",
        Map.of(
            "schemas",
            components,
            "securitySchemes",
            Map.of("key", Map.of("type", "http", "scheme", "bearer"))));
    return document;
  }

  private Map<String, Object> operation(Api.Route route) {
    RouteText text = route.text();
    Permission permission = route.permission();
    var operation = new LinkedHashMap<String, Object>();
    operation.put("summary", text.summary());
    operation.put("tags", List.of(tagOf(route.path())));
    operation.put("parameters", parameters(route));
    String body = text.body();
    if (body != null) {
      operation.put("requestBody", Map.of("content", json(reference(body))));
    }
    operation.put("responses", responses(text));
    if (permission != null) {
      operation.put("security", List.of(Map.of("key", List.of())));
      operation.put("x-roles", Role.with(permission).stream().map(Role::wireName).toList());
    }
    return operation;
  }

  private static String tagOf(String path) {
    String[] parts = path.split("/", -1);
    String tag = parts.length > 2 && !parts[2].startsWith("{") ? parts[2] : parts[1];
    return tag.isEmpty() ? "docs" : tag;
  }

  private static List<Map<String, Object>> parameters(Api.Route route) {
    var parameters = new ArrayList<Map<String, Object>>();
    PATH_PARAMETER
        .matcher(route.path())
        .results()
        .map(found -> KnownParameters.inPath(found.group(1)))
        .forEach(parameter -> parameters.add(parameter.in("path")));
    route.parameters().forEach(parameter -> parameters.add(parameter.in("query")));
    if (route.permission() != null) {
      parameters.add(KnownParameters.TENANT.in("query"));
    }
    return parameters;
  }

  private Map<String, Object> responses(RouteText text) {
    Class<?> answer = text.answer();
    var responses = new LinkedHashMap<String, Object>();
    Map<String, Object> good = new LinkedHashMap<>(Map.of("description", "All went well"));
    if (answer != null) {
      Map<String, Object> schema = text.listed() ? schemas.pageOf(answer) : schemas.of(answer);
      good.put("content", Map.of(text.media(), Map.of("schema", schema)));
    }
    responses.put(Integer.toString(text.status()), good);
    responses.put(
        "default",
        Map.of(
            "description",
            "Something is wrong; its code says what",
            "content",
            Map.of(Problem.CONTENT_TYPE, Map.of("schema", reference("Problem")))));
    return responses;
  }

  private static Map<String, Object> json(Map<String, Object> schema) {
    return Map.of(RouteText.JSON, Map.of("schema", schema));
  }

  private static Map<String, Object> reference(String name) {
    return Map.of("$ref", "#/components/schemas/" + name);
  }
}
