package posthorn.domain.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MailDomainsTest {
  private static final MailDomains EXAMPLE = new MailDomains(Set.of("Example.com", "b.example"));

  @Test
  void without_names_every_domain_is_allowed() {
    assertThat(MailDomains.ALL.allows("a@anywhere.example")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a@example.com", "A.b+c@EXAMPLE.COM", "a@b.example"})
  void a_domain_that_is_named_is_allowed_in_any_case(String address) {
    assertThat(EXAMPLE.allows(address)).isTrue();
  }

  /** Readers of mail addresses differ about some of these, so none is taken. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a@example.net",
        "a@sub.example.com",
        "a@example.com.evil.example",
        "a@evilexample.com",
        "a@evil.example@example.com",
        "\"a@evil.example\"@example.com",
        "<a@evil.example>,b@example.com",
        "a@evil.example(x@example.com",
        "group:a@evil.example;@example.com",
        "a%evil.example@",
        "a",
      })
  void any_other_is_not(String address) {
    assertThat(EXAMPLE.allows(address)).isFalse();
  }

  @Test
  void a_refusal_names_the_domains_and_the_setting() {
    assertThat(EXAMPLE.refusal()).contains("b.example, example.com", "mail.allowed_domains");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a@b.example", "-a.example", "a..example", "*.example.com"})
  void what_is_no_domain_is_no_name(String name) {
    assertThatThrownBy(() -> new MailDomains(Set.of(name)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
