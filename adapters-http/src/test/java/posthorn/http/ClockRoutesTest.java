package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

class ClockRoutesTest {
  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void a_clock_that_is_trusted_is_shown_with_its_time() throws Exception {
    JsonNode clock = api.get("/v1/clock").body();

    assertThat(clock.path("trusted").asBoolean()).isTrue();
    assertThat(clock.path("time").asString()).isEqualTo(api.engine.time.now().toString());
    assertThat(clock.path("seconds_ahead").isNull()).isTrue();
  }

  @Test
  void an_operator_agrees_with_a_clock_that_is_in_doubt() throws Exception {
    api.engine.clockTrust.doubt(Duration.ofDays(-1), api.engine.time.now());
    JsonNode doubted = api.get("/v1/clock").body();
    assertThat(doubted.path("trusted").asBoolean()).isFalse();
    assertThat(doubted.path("seconds_ahead").asLong()).isEqualTo(-86_400);

    TestApi.Answer agreed = api.post("/v1/clock/agree", "");

    assertThat(agreed.status()).isEqualTo(200);
    assertThat(agreed.body().path("trusted").asBoolean()).isTrue();
    assertThat(api.get("/v1/clock").body().path("trusted").asBoolean()).isTrue();
    assertThat(api.get("/v1/audit").body().path("items").path(0).path("action").asString())
        .isEqualTo("POST /v1/clock/agree");
  }
}
