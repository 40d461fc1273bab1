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

  @ParameterizedTest
  @CsvSource({
    "https://hooks.example.com/services/T00/abc?x=1, https://hooks.example.com/(hidden)",
    "https://hooks.example.com:8443/, https://hooks.example.com:8443/(hidden)",
    "http://[2606:4700::1]:8080?token=x, http://[2606:4700::1]:8080/(hidden)",
  })
  void without_its_path_a_url_tells_the_host_and_port(String text, String shown) {
    assertThat(new WebhookUrl(URI.create(text)).withoutPath()).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "Cannot POST /services/T0001/secretsecret, Cannot POST (hidden)",
    "see https://example.com/services/T0001/secretsecret?key=a%20b now,"
        + " see https://example.com(hidden)?(hidden) now",
    "no such token: secretsecret, no such token: (hidden)",
    "key=a b is wrong, (hidden) is wrong",
    "try /services/ or a, try /(hidden)/ or a",
  })
  void what_an_answer_quotes_of_path_and_query_is_hidden(String answer, String shown) {
    var url =
        new WebhookUrl(URI.create("https://example.com/services/T0001/secretsecret?key=a%20b"));
    assertThat(url.hiddenIn(answer)).isEqualTo(shown);
  }

  @Test
  void of_a_url_without_a_path_nothing_is_hidden_in_an_answer() {
    var url = new WebhookUrl(URI.create("https://example.com/"));
    assertThat(url.hiddenIn("a/b")).isEqualTo("a/b");
  }

  @Test
  void a_password_is_not_repeated_in_the_message() {
    var uri = URI.create("https://user:secret@example.com/");
    assertThatThrownBy(() -> new WebhookUrl(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a webhook's URL must not have a user name or password");
  }
}
