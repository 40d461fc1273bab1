package posthorn.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.Charset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.http.TestApi.Answer;

/** What is refused before any route sees it, and what every answer has. */
class DoorwayTest {
  @RegisterExtension final TestApi api = new TestApi();

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
  void a_request_that_wants_to_be_another_is_refused(String method) throws Exception {
    Answer answer =
        api.send(
            api.authorized("/v1/webhooks")
                .header("X-HTTP-Method-Override", "DELETE")
                .method(method, BodyPublishers.noBody()));

    assertThat(answer.status()).isEqualTo(400);
    if (!method.equals("HEAD")) {
      assertThat(answer.code()).isEqualTo("method_override");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nope", "utf-16", "iso-8859-1", "\"\"", ""})
  void a_body_in_another_charset_is_refused(String charset) throws Exception {
    Answer answer = publishAs("application/json; charset=" + charset, TestApi.EVENT, UTF_8);

    assertThat(answer.status()).isEqualTo(415);
    assertThat(answer.code()).isEqualTo("unsupported_media_type");
  }

  @ParameterizedTest
  @ValueSource(strings = {"utf-8", "UTF8", "\"utf-8\"", "utf-8; a=b"})
  void a_body_in_utf_8_may_say_so(String charset) throws Exception {
    assertThat(publishAs("application/json; charset=" + charset, TestApi.EVENT, UTF_8).status())
        .isEqualTo(202);
  }

  @Test
  void a_body_in_utf_16_that_does_not_say_so_is_refused() throws Exception {
    for (Charset charset :
        List.of(UTF_16BE, UTF_16LE, Charset.forName("UTF-16"), Charset.forName("UTF-32"))) {
      Answer answer = publishAs("application/json", TestApi.EVENT, charset);
      assertThat(answer.status()).as(charset.name()).isEqualTo(400);
      assertThat(answer.code()).isEqualTo("malformed_json");
    }
  }

  private Answer publishAs(String contentType, String body, Charset charset) throws Exception {
    return api.send(
        api.authorized("/v1/events")
            .setHeader("Content-Type", contentType)
            .POST(BodyPublishers.ofByteArray(body.getBytes(charset))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/deliveries?tenant_id=%zz",
        "/v1/deliveries?limit=%",
        "/v1/deliveries?limit=5%2",
        "/v1/deliveries?event_type=%ff",
        "/v1/deliveries?event_type=%u0041",
        "/v1/deliveries?%zz=5",
        "/v1/deliveries?event_type=%c0%ae",
        "/v1/deliveries?event_type=%ed%a0%80",
        "/v1/stream?last_event_id=%zz",
        "/healthz?%",
        "/docs?%zz",
        "/v1/%u002e",
        "/%u002e/v1/deliveries",
        "/v1/deliveries/%u002e",
        "/v1/deliveries/%zz",
        "/v1/deliveries/%c0%ae",
        "/v1/deliveries/%00",
        "/docs/%E2%82"
      })
  void what_does_not_decode_is_refused(String target) throws Exception {
    assertThat(exchange("GET " + target + " HTTP/1.1"))
        .startsWith("HTTP/1.1 400 ")
        .contains(Problem.CONTENT_TYPE, "\"code\":\"malformed_request\"");
  }

  @Test
  void a_parameter_that_is_given_twice_is_refused() throws Exception {
    for (String query :
        List.of(
            "tenant_id=acme&tenant_id=default", "limit=1&limit=2", "tenant_id=acme&tenant_id=")) {
      assertThat(api.get("/v1/deliveries?" + query).status()).as(query).isEqualTo(422);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/webhooks",
        "/v1/nothing",
        "/healthz",
        "/docs",
        "/docs/start.js",
        "/openapi.json",
        "/%zz",
        "/v1/webhooks?a=b"
      })
  void no_answer_is_taken_for_another_type_than_it_says(String path) throws Exception {
    assertThat(exchange("GET " + path + " HTTP/1.1")).contains("X-Content-Type-Options: nosniff");
  }

  @Test
  void answers_of_the_api_are_not_kept() throws Exception {
    for (String path : List.of("/v1/webhooks", "/v1/nothing", "/healthz", "/v1/webhooks?a=b")) {
      assertThat(api.get(path).response().headers().allValues("Cache-Control"))
          .as(path)
          .containsExactly("no-store");
    }
    assertThat(exchange("GET /%zz HTTP/1.1")).contains("Cache-Control: no-store");
  }

  @Test
  void what_shows_a_secret_is_not_kept() throws Exception {
    Answer webhook = api.post("/v1/webhooks", TestApi.WEBHOOK);
    String id = webhook.body().path("id").asString();
    Answer source = api.post("/v1/sources", "{\"name\": \"s\", \"kind\": \"github\"}");
    String sourceId = source.body().path("id").asString();
    List<Answer> shown =
        List.of(
            webhook,
            api.post("/v1/webhooks/" + id + "/rotate-secret", "{}"),
            source,
            api.post("/v1/sources/" + sourceId + "/rotate-secret", "{}"),
            api.post("/v1/api-keys", "{\"role\": \"viewer\"}"));
    for (Answer answer : shown) {
      assertThat(answer.status()).isIn(200, 201);
      assertThat(answer.response().headers().allValues("Cache-Control"))
          .containsExactly("no-store");
    }
  }

  private String exchange(String line) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), api.port())) {
      socket.setSoTimeout(20_000);
      String head =
          line
              + "\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer "
              + TestApi.KEY
              + "\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }
}
