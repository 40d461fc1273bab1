package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentRoutesTest {
  @RegisterExtension final TestApi api = new TestApi();

  @ParameterizedTest
  @ValueSource(strings = {"/openapi.json", "/docs", "/docs/swagger-ui-bundle.js"})
  void a_document_may_be_kept_and_is_sent_again_only_when_it_is_another(String path)
      throws Exception {
    HttpResponse<byte[]> first = send(api.request(path));
    String tag = first.headers().firstValue("ETag").orElseThrow();
    assertThat(first.headers().allValues("Cache-Control")).containsExactly("public, max-age=300");
    assertThat(first.headers().firstValue("Content-Encoding")).isEmpty();

    for (String known : new String[] {tag, "W/" + tag, "\"x\", " + tag, "*"}) {
      HttpResponse<byte[]> again = send(api.request(path).header("If-None-Match", known));
      assertThat(again.statusCode()).isEqualTo(304);
      assertThat(again.body()).isEmpty();
      assertThat(again.headers().firstValue("ETag")).contains(tag);
    }
    assertThat(send(api.request(path).header("If-None-Match", "\"x\"")).statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/openapi.json", "/docs", "/docs/swagger-ui-bundle.js"})
  void it_is_compressed_for_who_takes_that(String path) throws Exception {
    HttpResponse<byte[]> plain = send(api.request(path).header("Accept-Encoding", "gzip;q=0, br"));
    HttpResponse<byte[]> zipped =
        send(api.request(path).header("Accept-Encoding", "br, gzip;q=0.5"));

    assertThat(zipped.headers().allValues("Content-Encoding")).containsExactly("gzip");
    assertThat(zipped.headers().firstValue("ETag"))
        .isNotEqualTo(plain.headers().firstValue("ETag"));
    assertThat(zipped.headers().allValues("Vary")).contains("Accept-Encoding");
    try (var in = new GZIPInputStream(new ByteArrayInputStream(zipped.body()))) {
      assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo(new String(plain.body(), UTF_8));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/openapi.json", "/docs"})
  void its_head_says_the_same(String path) throws Exception {
    HttpResponse<byte[]> get = send(api.request(path));
    HttpResponse<byte[]> head = send(api.request(path).method("HEAD", BodyPublishers.noBody()));

    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().firstValue("ETag")).isEqualTo(get.headers().firstValue("ETag"));
  }

  private static HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }
  }
}
