package posthorn.domain.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.signing.VerificationKey;

class UrlChallengeTest {
  private static final String QUESTION =
      "{\"type\": \"url_verification\", \"token\": \"t\", \"challenge\": \"3eZbrw1a\"}";

  @Test
  void slack_asks_with_a_text_that_is_to_be_answered() {
    assertThat(answer("slack", QUESTION)).contains("{\"challenge\":\"3eZbrw1a\"}");
  }

  @Test
  void zoom_asks_for_the_texts_hmac_too() {
    String question =
        """
        {"payload": {"plainToken": "qgg8vlvZRS6UYooatFL8Aw"}, "event_ts": 1654503849680,
         "event": "endpoint.url_validation"}
        """;
    // As openssl computes it: printf %s qgg8vlvZRS6UYooatFL8Aw | openssl dgst -sha256 -hmac $KEY
    assertThat(answer("zoom", question))
        .contains(
            "{\"plainToken\":\"qgg8vlvZRS6UYooatFL8Aw\",\"encryptedToken\":"
                + "\"8e1b43e2b62a50cdc78bfeb84b6fee1daa16e2f626c320a10427e1936f4ef3db\"}");
    assertThat(answer("zoom", "{\"event\": \"endpoint.url_validation\"}")).isEmpty();
    assertThat(answer("zoom", question.replace("endpoint.url_validation", "meeting.started")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"v0:1654503849:{}", "a b", "", "a+b", "v0.1", "ä"})
  void zoom_gets_no_hmac_of_a_text_that_is_no_token(String text) {
    assertThat(answer("zoom", zoomAsks(text))).isEmpty();
  }

  @Test
  void zooms_token_is_at_most_128_characters_long() {
    assertThat(answer("zoom", zoomAsks("-_Az09".repeat(21) + "xx"))).isPresent();
    assertThat(answer("zoom", zoomAsks("-_Az09".repeat(21) + "xxx"))).isEmpty();
  }

  private static String zoomAsks(String token) {
    return "{\"event\": \"endpoint.url_validation\", \"payload\": {\"plainToken\": \""
        + token
        + "\"}}";
  }

  @Test
  void discord_pings_and_wants_no_more_than_a_sign() {
    assertThat(answer("discord", "{\"version\": 1, \"application_id\": \"1\", \"type\": 0}"))
        .contains("");
    assertThat(answer("discord", "{\"version\": 1, \"id\": \"7\", \"type\": 1}"))
        .contains("{\"type\":1}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\": 1, \"event\": {\"type\": \"APPLICATION_AUTHORIZED\"}}",
        "{\"type\": 2, \"data\": {\"name\": \"ping\"}}",
        "{\"type\": true}",
        "[]",
      })
  void what_discord_tells_is_no_ping(String body) {
    assertThat(answer("discord", body)).isEmpty();
  }

  @Test
  void others_ask_nothing() {
    assertThat(answer("github", QUESTION)).isEmpty();
    assertThat(answer("standard", "{\"type\": 0}")).isEmpty();
  }

  @Test
  void an_event_is_no_question() {
    assertThat(answer("slack", "{\"type\": \"event_callback\", \"challenge\": \"x\"}")).isEmpty();
    assertThat(answer("slack", "{\"type\": \"url_verification\"}")).isEmpty();
    assertThat(answer("slack", "{\"type\": \"url_verification\", \"challenge\": 5}")).isEmpty();
  }

  private static Optional<String> answer(String kind, String body) {
    var key = new VerificationKey("zoom-secret-token-4f2a");
    return ProviderPreset.named(kind)
        .orElseThrow()
        .challenge()
        .answerTo(Messages.body(body), key::hexMacOf);
  }
}
