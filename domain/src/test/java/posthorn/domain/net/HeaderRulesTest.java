package posthorn.domain.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderRulesTest {
  @TestFactory
  Stream<DynamicTest> a_header_is_judged_as_its_vector_says() {
    return Vectors.read("header-cases.tsv").stream()
        .map(line ->
            dynamicTest(
                "%s %s: %s".formatted(line.get(2), line.get(0), line.get(3)),
                () ->
                    assertThat(HeaderRules.refusal(line.get(0), line.get(1)).isEmpty())
                        .isEqualTo(line.get(2).equals("allow"))));
  }

  @Test
  void a_name_is_the_same_in_whatever_letters() {
    assertThat(HeaderRules.repeated(List.of("X-Own", "x-own", "Accept", "X-OWN", "X_Own")))
        .containsExactly("x-own", "X-OWN");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length",
        "Keep-Alive",
        "Trailer",
        "Proxy-Connection",
        "Proxy-Anything",
        "webhook-id",
        "X-WEBHOOK-EVENT",
        "X-Idempotency-Key",
        "Posthorn-Hops",
        "X-Observatory-Signature",
        "X-Aws-Ec2-Metadata-Token-Ttl-Seconds",
        "X_Webhook_Signature",
      })
  void a_name_that_is_taken_is_refused_in_any_spelling(String name) {
    assertThat(HeaderRules.refusal(name, "v")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"X-Api-Key", "Hosted-By", "Team", "X-Metadata", "Proxying", "Webhook", "x_a"})
  void a_name_that_only_resembles_one_is_allowed(String name) {
    assertThat(HeaderRules.refusal(name, "v")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"X A", "X-A\n", "X-A\r\nHost", "X-\u00e9", "X(A)", "X/A", "\"X\"", " "})
  void a_name_that_is_no_token_is_refused(String name) {
    assertThat(HeaderRules.refusal(name, "v")).isPresent();
  }

  @Test
  void a_value_may_be_empty_and_as_long_as_the_limit() {
    assertThat(HeaderRules.refusal("X-A", "")).isEmpty();
    assertThat(HeaderRules.refusal("X-A", "v".repeat(8192))).isEmpty();
    assertThat(HeaderRules.refusal("X-A", "v".repeat(8193))).isPresent();
  }

  @Test
  void a_trailing_line_break_is_refused() {
    assertThat(HeaderRules.refusal("X-A", "v\n")).isPresent();
    assertThat(HeaderRules.refusal("X-A", "v\u0085")).isPresent();
  }

  @Test
  void the_reason_says_what_is_wrong() {
    assertThat(HeaderRules.refusal("Host", "x")).contains("belongs to the connection");
    assertThat(HeaderRules.refusal("Authorization", "secret\n"))
        .hasValueSatisfying(reason -> assertThat(reason).doesNotContain("secret"));
  }
}
