package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.http.TestApi.Answer;

class WelcomeRoutesTest {
  private static final String BROWSER =
      "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
  private static final Pattern PATH = Pattern.compile("(?:href|src)=\"([^\"]+)\"");

  @RegisterExtension final TestApi api = new TestApi();

  @ParameterizedTest
  @ValueSource(strings = {"*/*", "application/json", "text/plain"})
  void a_client_is_told_in_json_what_this_is_and_where_its_documents_are(String accepted)
      throws Exception {
    Answer answer = api.send(api.request("/").header("Accept", accepted));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.response().headers().allValues("Vary")).contains("Accept");
    assertThat(answer.body().path("name").asString()).isEqualTo("posthorn");
    assertThat(answer.body().path("version"))
        .isEqualTo(api.get("/openapi.json").body().path("info").path("version"));
    for (String document : new String[] {"docs", "openapi", "health", "readiness"}) {
      String path = answer.body().path(document).asString();
      assertThat(api.send(api.request(path)).status()).as(path).isEqualTo(200);
    }
  }

  @Test
  void a_browser_gets_a_page_whose_links_lead_somewhere() throws Exception {
    Answer page = api.send(api.request("/").header("Accept", BROWSER));

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.response().headers().firstValue("Content-Type").orElseThrow())
        .isEqualToIgnoringWhitespace("text/html;charset=utf-8");
    assertThat(page.response().headers().allValues("Vary")).contains("Accept", "Accept-Encoding");
    assertThat(page.response().body())
        .contains("Posthorn", "Version " + api.get("/").body().path("version").asString())
        .doesNotContain("{version}");
    assertThat(pathsIn(page)).contains("/docs", "/openapi.json", "/healthz", "/favicon.ico");
    for (String path : pathsIn(page)) {
      assertThat(api.send(api.request(path)).status()).as(path).isEqualTo(200);
    }
  }

  @Test
  void the_page_runs_no_script_and_needs_nothing_from_elsewhere() throws Exception {
    Answer page = api.send(api.request("/").header("Accept", BROWSER));

    assertThat(page.response().body()).doesNotContain("<script", "style=\"", "<style");
    assertThat(pathsIn(page)).allMatch(path -> path.startsWith("/"));
    assertThat(page.response().headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'", "frame-ancestors 'none'")
        .doesNotContain("unsafe", "script-src");
    assertThat(page.response().headers().firstValue("X-Content-Type-Options")).contains("nosniff");
  }

  @Test
  void its_head_says_the_same() throws Exception {
    Answer page =
        api.send(
            api.request("/").header("Accept", BROWSER).method("HEAD", BodyPublishers.noBody()));
    Answer json = api.send(api.request("/").method("HEAD", BodyPublishers.noBody()));

    assertThat(page.response().headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/html");
    assertThat(json.response().headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/json");
    assertThat(page.response().body()).isEmpty();
    assertThat(json.response().body()).isEmpty();
  }

  @Test
  void the_icon_may_be_kept_and_is_one_that_browsers_read() throws Exception {
    HttpResponse<byte[]> icon = send(api.request("/favicon.ico"));

    assertThat(icon.statusCode()).isEqualTo(200);
    assertThat(icon.headers().firstValue("Content-Type")).contains("image/x-icon");
    assertThat(icon.headers().firstValue("Cache-Control")).contains("public, max-age=300");
    assertThat(icon.headers().firstValue("ETag")).isPresent();
    // The type of an icon, and three sizes of it.
    assertThat(icon.body()).startsWith(0, 0, 1, 0, 3, 0);
  }

  @Test
  void the_page_to_try_the_api_has_the_icon_too() throws Exception {
    assertThat(pathsIn(api.send(api.request("/docs")))).contains("/favicon.ico");
  }

  private static List<String> pathsIn(Answer page) {
    return PATH.matcher(page.response().body()).results().map(found -> found.group(1)).toList();
  }

  private static HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }
  }
}
