package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

class StatisticsRoutesTest {
  private static final String UNKNOWN = "wh_00000000000000000000000000";

  @RegisterExtension final TestApi api = new TestApi();

  private String webhook;

  /** Two that are delivered at midnight, one that fails half an hour later. */
  @BeforeEach
  void deliver() throws Exception {
    webhook = api.post("/v1/webhooks", TestApi.WEBHOOK).body().path("id").asString();
    api.post("/v1/events", TestApi.EVENT);
    api.post("/v1/events", TestApi.EVENT);
    api.engine.runDue();
    api.engine.time.advance(Duration.ofMinutes(30));
    api.post("/v1/events", TestApi.EVENT);
    api.engine.sender.everyReceiverAnswers(503);
    api.engine.runDue();
    api.engine.time.advance(Duration.ofSeconds(10));
  }

  @Test
  void a_webhooks_health_is_its_circuit_and_what_was_counted_lately() throws Exception {
    JsonNode health = api.get("/v1/webhooks/" + webhook + "/health").body();

    assertThat(health.path("circuit_breaker").path("state").asString()).isEqualTo("closed");
    assertThat(health.path("circuit_breaker").path("webhook_id").asString()).isEqualTo(webhook);
    JsonNode recent = health.path("recent");
    assertThat(recent.path("last_5_minutes").path("failed").asInt()).isEqualTo(1);
    assertThat(recent.path("last_5_minutes").path("attempts").asInt()).isEqualTo(1);
    assertThat(recent.path("last_5_minutes").path("success_rate").asDouble()).isZero();
    assertThat(recent.path("last_hour").path("delivered").asInt()).isEqualTo(2);
    assertThat(recent.path("last_24_hours").path("success_rate").asDouble()).isEqualTo(66.67);
    assertThat(health.path("error_distribution").toString()).isEqualTo("{\"server_error\":1}");
    assertThat(health.path("duration_ms").path("p99").isNumber()).isTrue();
    assertThat(health.path("last_success_at").asString()).startsWith("2026-01-01T00:00:0");
    assertThat(health.path("last_failure_at").asString()).startsWith("2026-01-01T00:30:0");
    assertThat(api.get("/v1/webhooks/" + UNKNOWN + "/health").status()).isEqualTo(404);
  }

  @Test
  void a_webhook_shows_its_last_success_once_there_is_one_and_not_in_lists() throws Exception {
    String another = api.post("/v1/webhooks", TestApi.WEBHOOK).body().path("id").asString();

    JsonNode shown = api.get("/v1/webhooks/" + webhook).body();
    assertThat(shown.path("last_success_at").asString()).startsWith("2026-01-01T00:00:0");
    assertThat(api.get("/v1/webhooks/" + another).body().has("last_success_at")).isFalse();
    assertThat(api.get("/v1/webhooks").body().path("items").path(0).has("last_success_at"))
        .isFalse();
  }

  @Test
  void a_webhook_that_nothing_was_sent_to_has_no_rates() throws Exception {
    String another = api.post("/v1/webhooks", TestApi.WEBHOOK).body().path("id").asString();

    JsonNode health = api.get("/v1/webhooks/" + another + "/health").body();
    assertThat(health.path("recent").path("last_hour").path("success_rate").isNull()).isTrue();
    assertThat(health.path("duration_ms").path("p50").isNull()).isTrue();
    assertThat(health.path("last_success_at").isNull()).isTrue();
    JsonNode stats = api.get("/v1/webhooks/" + another + "/stats").body();
    assertThat(stats.path("success_rate").isNull()).isTrue();
    assertThat(stats.path("avg_response_time_ms").isNull()).isTrue();
  }

  @Test
  void a_webhooks_stats_are_of_the_time_that_was_asked_for() throws Exception {
    String path = "/v1/webhooks/" + webhook + "/stats";
    JsonNode stats = api.get(path).body();

    assertThat(stats.path("total").asInt()).isEqualTo(2);
    assertThat(stats.path("success").asInt()).isEqualTo(2);
    assertThat(stats.path("failed").asInt()).isEqualTo(1);
    assertThat(stats.path("dead_letter").asInt()).isZero();
    assertThat(stats.path("success_rate").asDouble()).isEqualTo(100);
    assertThat(stats.path("avg_response_time_ms").isNumber()).isTrue();
    assertThat(stats.path("from").asString()).isEqualTo("2025-12-31T00:30:10Z");

    JsonNode late = api.get(path + "?from=2026-01-01T00:10:00Z").body();
    assertThat(late.path("success").asInt()).isZero();
    assertThat(late.path("failed").asInt()).isEqualTo(1);
    assertThat(api.get(path + "?from=2026-01-02&to=2026-01-01").wrongFields())
        .containsExactly("from");
    assertThat(api.get("/v1/webhooks/" + UNKNOWN + "/stats").status()).isEqualTo(404);
  }

  @Test
  void a_series_has_every_bucket_also_the_empty_ones() throws Exception {
    String range = "/v1/stats/timeseries?from=2025-12-31T23:57:00Z&to=2026-01-01T00:31:00Z";
    JsonNode series = api.get(range).body();

    assertThat(series.path("bucket").asString()).isEqualTo("5m");
    JsonNode items = series.path("items");
    assertThat(items.size()).isEqualTo(8);
    assertThat(items.get(0).path("time").asString()).isEqualTo("2025-12-31T23:55:00Z");
    assertThat(items.get(0).path("succeeded").asInt()).isZero();
    assertThat(items.get(0).path("p50").isNull()).isTrue();
    assertThat(items.get(1).path("succeeded").asInt()).isEqualTo(2);
    assertThat(items.get(1).path("delivered").asInt()).isEqualTo(2);
    assertThat(items.get(1).path("p95").isNumber()).isTrue();
    assertThat(items.get(7).path("failed").asInt()).isEqualTo(1);

    assertThat(counted(range + "&bucket=1d&webhook=" + webhook)).isEqualTo(2);
    assertThat(counted(range + "&bucket=1d&webhook=" + UNKNOWN)).isZero();
  }

  @Test
  void a_series_of_too_many_buckets_is_refused() throws Exception {
    assertThat(api.get("/v1/stats/timeseries?from=2025-12-01&bucket=1m").wrongFields())
        .containsExactly("bucket");
    assertThat(api.get("/v1/stats/timeseries?from=0001-01-01&to=9999-01-01").wrongFields())
        .containsExactly("bucket");
    assertThat(
            api.get("/v1/stats/timeseries?from=x&to=y&bucket=2m&webhook=z&limit=1").wrongFields())
        .containsExactlyInAnyOrder("from", "to", "bucket", "webhook", "limit");
  }

  private long counted(String path) throws Exception {
    return api.get(path)
        .body()
        .path("items")
        .valueStream()
        .mapToLong(item -> item.path("succeeded").asLong())
        .sum();
  }
}
