package posthorn.bootstrap.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server ends at random moments under load, over and over on the same data. */
// It starts the server some thirty times, which takes a busy machine longer than other tests may.
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class CrashTest {
  private static final int KILLS = 20;
  private static final int STOPS = 5;
  private static final int MAX_IN_FLIGHT = 16;

  /** How many requests come at most before an end. */
  private static final int LONGEST_RUN = 200;

  @TempDir static Path classes;
  @TempDir Path data;

  private final Ledger ledger = new Ledger();
  private final Load load = new Load(ledger);
  private final Receiver receiver;
  private Posthorn posthorn;

  CrashTest() throws IOException {
    receiver = new Receiver(ledger::received);
  }

  private static Map<String, String> settings() {
    return Map.of(
        "POSTHORN_DISPATCH_MAX_IN_FLIGHT",
        Integer.toString(MAX_IN_FLIGHT),
        // All of them for the one tenant there is, be its receiver silent or not.
        "POSTHORN_DISPATCH_TENANT_SHARE",
        "100",
        "POSTHORN_DISPATCH_KEPT_FOR_ANSWERING",
        "0",
        // For quick starts: the first orderly end leaves an archive of the classes.
        "JDK_JAVA_OPTIONS",
        "-XX:TieredStopAtLevel=1 -XX:+AutoCreateSharedArchive -Xlog:cds=off -XX:SharedArchiveFile="
            + classes.resolve("posthorn.jsa"));
  }

  @AfterEach
  void close() {
    if (posthorn != null) {
      posthorn.close();
    }
    receiver.close();
  }

  @Test
  void a_kill_loses_nothing_and_repeats_at_most_what_was_in_flight() {
    Seed.with(random -> {
      subscribe();
      for (int kill = 1; kill <= KILLS; kill++) {
        endUnderLoad(random, () -> posthorn.kill());
      }
      awaitAllDelivered();

      assertThat(ledger.altered()).isEmpty();
      // A request holds its place until its outcome is committed. So whatever was sent and is sent
      // again held a place when the server was killed; and the last run was not killed.
      assertThat(ledger.repeatsByRun())
          .doesNotContainKey(KILLS)
          .allSatisfy((_, repeats) -> assertThat(repeats).isLessThanOrEqualTo(MAX_IN_FLIGHT));
    });
  }

  @Test
  void a_stop_loses_nothing_repeats_nothing_and_answers_what_it_accepted() {
    Seed.with(random -> {
      subscribe();
      for (int stop = 1; stop <= STOPS; stop++) {
        endUnderLoad(random, this::stop);
      }
      awaitAllDelivered();

      assertThat(ledger.altered()).isEmpty();
      assertThat(ledger.repeatsByRun()).isEmpty();
      assertThat(ledger.unpromised()).isEmpty();
    });
  }

  private void subscribe() throws Exception {
    posthorn = Posthorn.start(data, settings());
    for (String type : Load.eventTypes().toList()) {
      posthorn.createWebhook(receiver.port(), type);
    }
    stop();
    posthorn.close();
  }

  /** One way for the server to end. */
  private interface End {
    void come() throws Exception;
  }

  private void endUnderLoad(Random random, End end) throws Exception {
    posthorn = Posthorn.start(data, settings());
    Load.Running running = load.on(posthorn);
    ledger.awaitMore(1 + random.nextInt(LONGEST_RUN));
    if (random.nextBoolean()) {
      fillTheRoom();
    }
    end.come();
    running.awaitEnd();
    posthorn.close();
    receiver.letGo();
    ledger.runEnded();
  }

  /** As many requests under way as there may be, none of them answered. */
  private void fillTheRoom() {
    receiver.hold();
    await().atMost(Duration.ofSeconds(60)).until(() -> receiver.unanswered() == MAX_IN_FLIGHT);
  }

  private void stop() throws InterruptedException {
    posthorn.terminate();
    receiver.letGo();
    assertThat(posthorn.exitCode()).isZero();
  }

  private void awaitAllDelivered() throws Exception {
    posthorn = Posthorn.start(data, settings());
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> {
          assertThat(ledger.missing()).isEmpty();
          for (String status : new String[] {"pending", "in_flight", "failed", "dead"}) {
            assertThat(deliveriesIn(status)).as(status).isZero();
          }
        });
    assertThat(deliveriesIn("delivered")).isPositive();
    System.out.println(ledger);
  }

  private int deliveriesIn(String status) throws IOException, InterruptedException {
    return posthorn.get("/v1/deliveries?limit=1&status=" + status).path("items").size();
  }
}
