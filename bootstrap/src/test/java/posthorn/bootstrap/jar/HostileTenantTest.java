package posthorn.bootstrap.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One tenant does at once all that could stop the others, and the others hardly notice. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HostileTenantTest {
  private static final Duration WARM_UP = Duration.ofSeconds(10);
  private static final Duration UNDISTURBED = Duration.ofSeconds(10);
  private static final Duration DISTURBED = Duration.ofSeconds(60);
  private static final Duration HEALTH_PATIENCE = Duration.ofSeconds(1);
  private static final long MOST_HEAP = 200L * 1024 * 1024;

  @TempDir Path data;

  @Test
  void one_tenant_does_everything_at_once_and_the_others_hardly_notice() throws Exception {
    var load = new SteadyLoad();
    Queue<String> unhealthy = new ConcurrentLinkedQueue<>();
    var healthAsked = new AtomicInteger();
    try (var receiver = new Receiver(load::received);
        var posthorn = Posthorn.start(data, settings());
        var mallory = new HostileTenant(posthorn);
        var health = Executors.newSingleThreadScheduledExecutor()) {
      posthorn.createWebhook(receiver.port(), SteadyLoad.EVENT_TYPE);
      load.publish(posthorn, WARM_UP);
      SteadyLoad.Stretch before = load.publish(posthorn, UNDISTURBED);

      var _ =
          health.scheduleAtFixedRate(
              () -> {
                healthAsked.incrementAndGet();
                askHealth(posthorn, unhealthy);
              },
              0,
              500,
              TimeUnit.MILLISECONDS);
      mallory.begin();
      SteadyLoad.Stretch during = load.publish(posthorn, DISTURBED);
      health.shutdown();

      await().atMost(Duration.ofSeconds(60)).until(() -> load.allReceived(during));
      System.out.printf(
          "p99 from publish to receipt: %d ms undisturbed, %d ms beside%n",
          load.p99(before).toMillis(), load.p99(during).toMillis());
      mallory.answers().forEach((attack, answers) -> System.out.println(attack + ": " + answers));

      assertThat(load.refused()).isEmpty();
      assertThat(unhealthy).isEmpty();
      mallory.assertThatEachAttackWasMade();
      assertThat(healthAsked.get()).isGreaterThan((int) DISTURBED.toSeconds());
      assertThat(posthorn.liveHeap()).isLessThan(MOST_HEAP);
      assertThat(load.p99(during)).isLessThan(load.p99(before).multipliedBy(2).plusMillis(50));
    }
  }

  private static Map<String, String> settings() {
    return Map.of("JDK_JAVA_OPTIONS", "-Xmx512m -XX:+ExitOnOutOfMemoryError");
  }

  private static void askHealth(Posthorn posthorn, Queue<String> unhealthy) {
    // A client of its own: its first request and connection count too.
    try (var client = HttpClient.newHttpClient()) {
      var answer =
          client.send(
              HttpRequest.newBuilder(posthorn.address.resolve("/healthz"))
                  .timeout(HEALTH_PATIENCE)
                  .build(),
              BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        unhealthy.add(answer.statusCode() + " " + answer.body());
      }
    } catch (IOException e) {
      unhealthy.add(e.toString());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
