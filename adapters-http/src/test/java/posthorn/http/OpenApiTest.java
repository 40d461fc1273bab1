package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

/** That the API's description tells the truth about it. */
class OpenApiTest {
  private static final String SOME_ID = "00000000000000000000000000";

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
    JsonNode document = document();
    int checked = 0;
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        JsonNode reference = operation.getValue().path("requestBody").findPath("$ref");
        if (!reference.isMissingNode()) {
          String schema = reference.asString().substring("#/components/schemas/".length());
          checkFields(
              operation.getKey(),
              path.getKey(),
              document.path("components").path("schemas").path(schema).path("properties"));
          checked++;
        }
      }
    }
    assertThat(checked).isGreaterThan(5);
  }

  private void checkFields(String method, String path, JsonNode properties) throws Exception {
    var body = Json.MAPPER.createObjectNode();
    properties.propertyNames().forEach(name -> body.set(name, body.objectNode()));
    body.put("nobody_knows_this", 1);
    String real = real(path);
    Answer answer =
        api.send(
            api.authorized(real)
                .method(method.toUpperCase(Locale.ROOT), BodyPublishers.ofString(body.toString())));

    assertThat(answer.status()).as(method + " " + path).isEqualTo(422);
    Set<String> unknown =
        answer
            .body()
            .path("errors")
            .valueStream()
            .filter(error -> error.path("message").asString().contains("not a field"))
            .map(error -> error.path("field").asString())
            .collect(Collectors.toSet());
    assertThat(unknown).as(method + " " + path).containsExactly("nobody_knows_this");
  }

  private String real(String path) throws Exception {
    String id =
        path.contains("/webhooks/")
            ? api.post("/v1/webhooks", TestApi.WEBHOOK).body().path("id").asString()
            : TestApi.ACME.value();
    return path.replace("{id}", id)
        .replace("{delivery_id}", "dlv_" + SOME_ID)
        .replace("{name}", "user.created");
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
