package posthorn.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import posthorn.application.port.OperatorEvent.CircuitChanged;
import posthorn.application.port.OperatorEvent.DeliveryFailed;
import posthorn.domain.circuit.Phase;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.id.IdForm;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.signing.Verification;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;
import posthorn.receiver.Order;
import posthorn.receiver.Request;

class DemoLinesTest {
  private static final Instant NOW = Instant.parse("2026-01-31T10:00:00Z");
  private static final DeliveryId DELIVERY = new DeliveryId(IdForm.first(DeliveryId.PREFIX, NOW));
  private static final WebhookId WEBHOOK = new WebhookId(IdForm.first(WebhookId.PREFIX, NOW));

  private final DemoLines lines = new DemoLines(new Paint(false), ZoneOffset.UTC);

  @Test
  void a_line_says_what_came_whether_it_was_signed_and_what_is_answered() {
    assertThat(lines.received(request("order.paid"), new Verification.Valid(), Order.OK, NOW))
        .isEqualTo("10:00:00  \u2026000000  order.paid    attempt 2  signature valid  answers 200");
    assertThat(lines.received(request("order.paid"), new Verification.NoMatch(), Order.OK, NOW))
        .contains("signature WRONG");
  }

  @Test
  void only_the_real_secret_makes_a_signature_valid() {
    var signatures = new DemoSignatures(new SigningSecret("not-what-it-was-signed-with"));

    assertThat(signatures.of(request("order.paid"), NOW)).isNotInstanceOf(Verification.Valid.class);
  }

  @Test
  void no_line_is_wider_than_a_terminal() {
    var failure =
        new Failure(FailureCategory.SERVER_ERROR, "the receiver answered ".repeat(20), 500, null);

    assertThat(
            List.of(
                lines.received(
                    request("a.very.long.event.type".repeat(9)),
                    new Verification.NoMatch(),
                    Order.parse("429").orElseThrow(),
                    NOW),
                lines.announced(failed(failure, Duration.ofSeconds(15))).orElseThrow(),
                lines
                    .announced(
                        new CircuitChanged(
                            TenantId.DEFAULT, WEBHOOK, Phase.CLOSED, Phase.OPEN, NOW))
                    .orElseThrow()))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(DemoLines.WIDTH));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the receiver answered 500 | the receiver answered 500
          no answer within 5000 ms | no answer within 5 s
          no answer within 1500 ms | no answer within 1500 ms
          connection to 127.0.0.1:41234 broke before an answer: Connection reset by peer \
          | connection broke before an answer: Connection reset by peer
          connection was closed by 127.0.0.1:41234 before an answer \
          | connection was closed before an answer
          127.0.0.1:41234 did not answer in HTTP: no | it did not answer in HTTP: no
          """)
  void a_failure_is_told_whole_with_when_it_is_tried_again(String message, String told) {
    var failure = new Failure(FailureCategory.SERVER_ERROR, message, null, null);

    assertThat(lines.announced(failed(failure, Duration.ofSeconds(2))))
        .contains("10:00:00  \u2026000000  " + told + "; will be tried again in 2 s");
  }

  @Test
  void a_receiver_that_asks_for_a_pause_is_told_with_it() {
    assertThat(
            lines.received(
                request("order.paid"),
                new Verification.Valid(),
                Order.parse("429").orElseThrow(),
                NOW))
        .endsWith("  answers 429, Retry-After 10 s");
  }

  private static DeliveryFailed failed(Failure failure, Duration wait) {
    return new DeliveryFailed(TenantId.DEFAULT, DELIVERY, WEBHOOK, 2, failure, NOW.plus(wait), NOW);
  }

  @Test
  void colours_are_only_where_they_are_wanted() {
    var colourful = new DemoLines(new Paint(true), ZoneOffset.UTC);
    String line =
        colourful.received(request("order.paid"), new Verification.Valid(), Order.OK, NOW);

    assertThat(line).contains("\u001B[32msignature valid\u001B[0m");
    assertThat(Terminal.hasColours(Map.of("NO_COLOR", "1"))).isFalse();
  }

  private static Request request(String type) {
    return new Request(
        """
        POST /hook HTTP/1.1
        X-Webhook-Event: %s
        X-Webhook-Delivery: %s
        X-Webhook-Attempt: 2

        """
            .formatted(type, DELIVERY),
        "{}");
  }
}
