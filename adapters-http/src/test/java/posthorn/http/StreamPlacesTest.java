package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StreamPlacesTest {
  private final StreamPlaces places = new StreamPlaces(1, 1);

  @Test
  void who_has_not_left_when_the_time_is_up_is_interrupted() throws Exception {
    var isIn = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var stuck =
          threads.submit(() -> {
            places.take(null);
            isIn.countDown();
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException _) {
              return "interrupted";
            } finally {
              places.free();
            }
            return "ended";
          });
      assertThat(isIn.await(30, TimeUnit.SECONDS)).isTrue();

      places.empty(Duration.ofMillis(1));

      assertThat(stuck.get(30, TimeUnit.SECONDS)).isEqualTo("interrupted");
    }
    places.empty(Duration.ofMinutes(1));
  }
}
