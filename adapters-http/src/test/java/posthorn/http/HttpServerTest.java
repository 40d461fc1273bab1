package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.http.TestApi.Answer;

class HttpServerTest {
  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void the_process_is_live_without_a_key() throws Exception {
    assertThat(api.send(api.request("/healthz")).status()).isEqualTo(200);
  }

  @Test
  void readiness_says_whether_work_is_taken() throws Exception {
    assertThat(api.send(api.request("/readyz")).status()).isEqualTo(200);
    api.ready = false;
    assertThat(api.send(api.request("/readyz")).status()).isEqualTo(503);
  }

  @Test
  void nobody_gets_in_without_a_key() throws Exception {
    for (var request :
        List.of(
            api.request("/v1/deliveries"),
            api.request("/v1/deliveries").header("Authorization", "Bearer wrong"),
            api.request("/v1/deliveries").header("Authorization", "Basic " + TestApi.KEY),
            api.request("/v1/nothing"))) {
      Answer answer = api.send(request);
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.code()).isEqualTo("unauthorized");
      assertThat(answer.response().headers().firstValue("WWW-Authenticate")).contains("Bearer");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "7", "{\"a\":1} x", "{\"a\":1,\"a\":2}", "{\"a\":tru}"})
  void what_is_not_a_json_object_is_refused(String body) throws Exception {
    Answer answer = api.post("/v1/events", body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("malformed_json");
  }

  @Test
  void what_is_not_utf_8_is_refused() throws Exception {
    byte[] latin1 = {'{', '"', 'a', '"', ':', '"', (byte) 0xFC, '"', '}'};
    Answer answer = api.send(api.authorized("/v1/events").POST(BodyPublishers.ofByteArray(latin1)));

    assertThat(answer.status()).isEqualTo(400);
  }

  @Test
  void what_is_nested_too_deeply_is_refused() throws Exception {
    Answer answer =
        api.post(
            "/v1/events",
            "{\"event_type\":\"a\",\"data\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}");

    assertThat(answer.status()).isEqualTo(400);
  }

  @Test
  void a_number_that_nobody_could_read_is_refused() throws Exception {
    String huge = "9".repeat(5_000);
    assertThat(api.post("/v1/events", "{\"event_type\":\"a\",\"data\":" + huge + "}").code())
        .isEqualTo("malformed_json");

    Answer inside =
        api.post("/v1/webhooks", "{\"url\":\"https://a.example\",\"events\":[" + huge + "]}");
    assertThat(inside.code()).isEqualTo("malformed_json");
  }

  @Test
  void what_is_not_there_is_not_found() throws Exception {
    for (String path :
        new String[] {
          "/v1/deliveries/dlv_00000000000000000000000000",
          "/v1/deliveries/nonsense",
          "/v1/nonsense",
          "/nonsense"
        }) {
      Answer answer = api.get(path);
      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.code()).isEqualTo("not_found");
    }
    assertThat(api.send(api.authorized("/v1/events").DELETE()).status()).isEqualTo(405);
  }
}
