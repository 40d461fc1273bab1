package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

/** That the API's description tells the truth about it. */
class OpenApiTest {
  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void every_route_is_described_in_words_and_with_its_answer() throws Exception {
    document()
        .path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(operation -> {
                  String name = operation.getKey() + " " + path.getKey();
                  JsonNode text = operation.getValue();
                  assertThat(text.path("summary").asString()).as(name).isNotEmpty();
                  assertThat(text.path("responses").size()).as(name).isEqualTo(2);
                }));
  }

  @Test
  void every_reference_leads_to_a_schema() throws Exception {
    JsonNode document = document();
    Set<String> known = new HashSet<>(document.path("components").path("schemas").propertyNames());
    Set<String> used =
        document.findValuesAsString("$ref").stream()
            .map(reference -> reference.substring("#/components/schemas/".length()))
            .collect(Collectors.toSet());

    assertThat(known).containsAll(used);
    assertThat(used).contains("Problem", "Webhook", "WebhookPage", "WebhookRequest");
  }

  /** A field that the server does not know is refused by name; so none of these may be. */
  @Test
  void every_described_field_of_a_request_is_one_and_no_other() throws Exception {
    JsonNode schemas = document().path("components").path("schemas");
    var calls = new RouteCalls(api);
    for (Api.Route route : api.routes()) {
      String schema = route.text().body();
      if (schema != null) {
        checkFields(route, calls, schemas.path(schema).path("properties"));
      }
    }
  }

  private void checkFields(Api.Route route, RouteCalls calls, JsonNode properties)
      throws Exception {
    var body = Json.MAPPER.createObjectNode();
    properties.propertyNames().forEach(name -> body.set(name, body.objectNode()));
    body.put("nobody_knows_this", 1);
    Answer answer = api.send(calls.to(route, "", body.toString()));

    assertThat(answer.status()).as(route.toString()).isEqualTo(422);
    Set<String> unknown =
        answer
            .body()
            .path("errors")
            .valueStream()
            .filter(error -> error.path("message").asString().contains("not a field"))
            .map(error -> error.path("field").asString())
            .collect(Collectors.toSet());
    assertThat(unknown).as(route.toString()).containsExactly("nobody_knows_this");
  }

  @Test
  void the_page_to_try_it_needs_nothing_from_elsewhere() throws Exception {
    Answer page = api.send(api.request("/docs"));
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.response().body()).contains("/docs/start.js").doesNotContain("http");
    for (String file : new String[] {"start.js", "swagger-ui.css", "swagger-ui-bundle.js"}) {
      assertThat(api.send(api.request("/docs/" + file)).status()).as(file).isEqualTo(200);
    }
    assertThat(api.send(api.request("/docs/secret.txt")).status()).isEqualTo(404);
    assertThat(page.response().headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'");
  }

  private JsonNode document() throws Exception {
    Answer answer = api.send(api.request("/openapi.json"));
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    return answer.body();
  }
}
