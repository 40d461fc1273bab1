package posthorn.domain.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookUrlTest {
  @ParameterizedTest
  @CsvSource({
    "https://Example.COM/hook, example.com, 443, true",
    "HTTPS://example.com./, example.com, 443, true",
    "http://example.com?x, example.com, 80, false",
    "http://example.com:8080/, example.com, 8080, false",
    "https://[2606:4700::ABCD]:8443/, 2606:4700::abcd, 8443, true",
    "https://8.8.8.8/, 8.8.8.8, 443, true",
  })
  void a_url_says_where_it_leads(String text, String host, int port, boolean secure) {
    var url = new WebhookUrl(URI.create(text));
    assertThat(url.host()).isEqualTo(host);
    assertThat(url.port()).isEqualTo(port);
    assertThat(url.secure()).isEqualTo(secure);
    assertThat(url).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "/hook", "ftp://example.com/", "mailto:a@example.com", "https:///x", "http:x"})
  void another_kind_of_uri_is_no_webhook_url(String text) {
    assertThatThrownBy(() -> new WebhookUrl(URI.create(text)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_password_is_not_repeated_in_the_message() {
    var uri = URI.create("https://user:secret@example.com/");
    assertThatThrownBy(() -> new WebhookUrl(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a webhook's URL must not have a user name or password");
  }
}
