package posthorn.bootstrap.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;

/** Tries what names and secrets may be, and how many mails there are. */
final class SightTrials implements LimitTrials {
  private static final String CHANNELS = "/v1/notification-channels";

  @Override
  public Map<String, Trial> trials() {
    return Map.of(
        "names", SightTrials::aLongerNameIsRefused,
        "source-secret", SightTrials::aShorterSecretIsRefused,
        "mail-per-tenant", SightTrials::oneMailMoreWaits,
        "mail-domains", SightTrials::anotherDomainIsNotWrittenTo);
  }

  private static void aLongerNameIsRefused() throws Exception {
    String webhook = "{\"url\":\"http://127.0.0.1:9999/\",\"events\":[\"*\"],\"name\":\"%s\"}";
    try (var posthorn = start(Map.of())) {
      assertThat(status(posthorn, "/v1/webhooks", webhook, "x".repeat(255))).isEqualTo(201);
      assertThat(status(posthorn, "/v1/webhooks", webhook, "x".repeat(256))).isEqualTo(422);
      assertThat(status(posthorn, "/v1/webhooks", webhook, "x\\ny")).isEqualTo(422);
    }
  }

  private static void aShorterSecretIsRefused() throws Exception {
    String source = "{\"name\":\"s\",\"kind\":\"sha256\",\"secret\":\"%s\"}";
    try (var posthorn = start(Map.of())) {
      assertThat(status(posthorn, "/v1/sources", source, "x".repeat(16))).isEqualTo(201);
      HttpResponse<String> refused = posthorn.post("/v1/sources", source.formatted("x".repeat(15)));
      assertThat(refused.statusCode()).isEqualTo(422);
      assertThat(refused.body()).contains("openssl rand -hex 32");
    }
  }

  private static void oneMailMoreWaits() throws Exception {
    String channel = "{\"type\":\"email\",\"to\":[\"a@example.com\"],\"tenant_id\":\"default\"}";
    try (var peer = new MailPeer();
        var posthorn =
            start(
                Map.of(
                    "POSTHORN_MAIL_PER_TENANT_HOUR", "2",
                    "POSTHORN_SMTP_HOST", "127.0.0.1",
                    "POSTHORN_SMTP_PORT", Integer.toString(peer.port()),
                    "POSTHORN_SMTP_SECURITY", "none",
                    "POSTHORN_SMTP_FROM", "posthorn@example.org"))) {
      String test = CHANNELS + "/" + idOf(posthorn.post(CHANNELS, channel)) + "/test";
      assertThat(posthorn.post(test, "").body()).contains("\"ok\":true");
      assertThat(posthorn.post(test, "").body()).contains("\"ok\":true");
      assertThat(posthorn.post(test, "").body())
          .contains("\"ok\":false", "2 mails of an hour are used up");
      assertThat(peer.mails).hasSize(2);
    }
  }

  private static void anotherDomainIsNotWrittenTo() throws Exception {
    String webhook =
        "{\"url\":\"http://127.0.0.1:9999/\",\"events\":[\"*\"],\"owner_email\":\"%s\"}";
    String channel = "{\"type\":\"email\",\"to\":[\"%s\"]}";
    try (var posthorn = start(Map.of("POSTHORN_MAIL_ALLOWED_DOMAINS", "example.com"))) {
      assertThat(status(posthorn, "/v1/webhooks", webhook, "a@example.com")).isEqualTo(201);
      assertThat(status(posthorn, "/v1/webhooks", webhook, "a@example.org")).isEqualTo(422);
      assertThat(status(posthorn, CHANNELS, channel, "a@example.com")).isEqualTo(201);
      assertThat(status(posthorn, CHANNELS, channel, "a@example.org")).isEqualTo(422);
    }
  }

  private static Posthorn start(Map<String, String> settings) throws Exception {
    return Posthorn.start(Files.createTempDirectory("posthorn-limits"), settings);
  }

  private static int status(Posthorn posthorn, String path, String body, String value)
      throws Exception {
    return posthorn.post(path, body.formatted(value)).statusCode();
  }

  private static String idOf(HttpResponse<String> made) {
    assertThat(made.statusCode()).isEqualTo(201);
    return new ObjectMapper().readTree(made.body()).path("id").asString();
  }
}
