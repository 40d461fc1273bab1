package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.domain.tenant.TenantId;

class StreamPlacesTest {
  private static final TenantId A = new TenantId("a");
  private static final TenantId B = new TenantId("b");
  private static final TenantId C = new TenantId("c");

  private final StreamPlaces places = new StreamPlaces(5, 1, 2);

  @Test
  void tenants_get_their_places_and_operators_those_that_are_kept() throws Exception {
    assertThat(refusal(A)).isNull();
    assertThat(refusal(A)).isNull();
    assertThat(refusal(A)).isEqualTo("too_many_streams");
    assertThat(refusal(B)).isNull();
    assertThat(refusal(B)).isNull();
    assertThat(refusal(C)).isEqualTo("streams_full");
    assertThat(refusal(null)).isNull();
    assertThat(refusal(null)).isEqualTo("streams_full");
  }

  @Test
  void what_operators_have_taken_is_not_counted_against_tenants() throws Exception {
    assertThat(refusal(null)).isNull();
    for (TenantId tenant : List.of(A, A, B, B)) {
      assertThat(refusal(tenant)).isNull();
    }
  }

  /** Why another thread gets no place; null where it gets one, and keeps it. */
  private @Nullable String refusal(@Nullable TenantId tenant) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      return threads
          .submit(() -> {
            try {
              places.take(tenant);
              return null;
            } catch (ProblemException e) {
              return e.problem().code();
            }
          })
          .get();
    }
  }

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
