package posthorn.domain.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class UrlChallengeTest {
  private static final String QUESTION =
      "{\"type\": \"url_verification\", \"token\": \"t\", \"challenge\": \"3eZbrw1a\"}";

  @Test
  void slack_asks_with_a_text_that_is_to_be_answered() {
    assertThat(answer("slack", QUESTION)).contains("3eZbrw1a");
  }

  @Test
  void others_ask_nothing() {
    assertThat(answer("github", QUESTION)).isEmpty();
  }

  @Test
  void an_event_is_no_question() {
    assertThat(answer("slack", "{\"type\": \"event_callback\", \"challenge\": \"x\"}")).isEmpty();
    assertThat(answer("slack", "{\"type\": \"url_verification\"}")).isEmpty();
    assertThat(answer("slack", "{\"type\": \"url_verification\", \"challenge\": 5}")).isEmpty();
  }

  private static Optional<String> answer(String kind, String body) {
    return UrlChallenge.in(Messages.body(body), ProviderPreset.named(kind).orElseThrow());
  }
}
