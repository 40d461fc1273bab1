package posthorn.bootstrap.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Alerts of the running jar, by its API, by mail and by an operator's webhook. */
class AlertsJarTest {
  private static final String ALERTS = "/v1/alerts?rule=dead_deliveries";

  @TempDir Path data;

  @Test
  void more_than_ten_dead_in_an_hour_are_told_once_also_after_a_crash() throws Exception {
    try (var receiver = new Receiver();
        var operator = new Receiver();
        var mailServer = new MailPeer()) {
      receiver.answer(500);
      Map<String, String> settings =
          Map.of(
              "POSTHORN_ALERTS_INTERVAL", "200ms",
              "POSTHORN_RETRY_MAX_ATTEMPTS", "1",
              "POSTHORN_SMTP_HOST", "127.0.0.1",
              "POSTHORN_SMTP_PORT", Integer.toString(mailServer.port()),
              "POSTHORN_SMTP_SECURITY", "none",
              "POSTHORN_SMTP_FROM", "posthorn@example.org");
      try (var posthorn = Posthorn.start(data, settings)) {
        JsonNode webhook =
            made(
                posthorn.post(
                    "/v1/webhooks",
                    """
                    {"url": "http://127.0.0.1:%d/hook", "events": ["user.created"],
                     "owner_email": "owner@example.com", "circuit_breaker_config": {"enabled": false}}
                    """
                        .formatted(receiver.port())));
        JsonNode channel =
            made(
                posthorn.post(
                    "/v1/notification-channels",
                    """
                    {"type": "webhook", "url": "http://127.0.0.1:%d/alerts", "rules": ["dead_deliveries"]}
                    """
                        .formatted(operator.port())));
        for (int i = 0; i < 11; i++) {
          posthorn.publish("{}");
        }
        soon(() -> posthorn.get(ALERTS).path("items").size() == 1);
        JsonNode alert = posthorn.get(ALERTS).path("items").path(0);
        assertThat(alert.path("webhook_id")).isEqualTo(webhook.path("id"));
        assertThat(alert.path("value").asDouble()).isGreaterThan(10);

        Receiver.Received told = operator.next();
        assertThat(told.body()).contains("posthorn.alert.fired", alert.path("id").asString());
        assertThat(told.header("webhook-signature")).startsWith("v1,");
        assertThat(channel.path("secret").asString()).startsWith("whsec_");
        soon(() -> !mailServer.mails.isEmpty());
        assertThat(mailServer.mails.getFirst())
            .contains("To: owner@example.com", "given up", "What to do");
        posthorn.kill();
      }
      try (var posthorn = Posthorn.start(data, settings)) {
        // That it fires shows that there was a look since the start.
        assertThat(posthorn.post("/v1/notification-channels", "{\"type\": \"log\"}").statusCode())
            .isEqualTo(201);
        for (int i = 0; i < 20; i++) {
          posthorn.publish("{}");
        }
        soon(() -> posthorn.get("/v1/alerts?rule=success_rate").path("items").size() == 1);
        assertThat(posthorn.get(ALERTS).path("items").size()).isEqualTo(1);
        assertThat(operator.isQuiet()).isTrue();
        assertThat(mailServer.mails).hasSizeLessThan(3);
      }
    }
  }

  private static JsonNode made(HttpResponse<String> response) {
    assertThat(response.statusCode()).isEqualTo(201);
    return new ObjectMapper().readTree(response.body());
  }

  private static void soon(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(60)).until(condition);
  }
}
