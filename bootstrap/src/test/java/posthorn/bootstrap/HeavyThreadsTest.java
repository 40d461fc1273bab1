package posthorn.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import posthorn.application.port.HeavyWork.BusyException;
import posthorn.domain.tenant.TenantId;

class HeavyThreadsTest {
  private static final TenantId ACME = new TenantId("acme");
  private static final TenantId OTHER = new TenantId("other");
  private static final TenantId THIRD = new TenantId("third");

  private final CountDownLatch ended = new CountDownLatch(1);

  @Test
  void work_is_done_on_a_thread_of_the_platform_and_its_outcome_returned() {
    var threads = new HeavyThreads(Duration.ofMinutes(1));

    assertThat(threads.run(ACME, () -> Thread.currentThread().isVirtual())).isFalse();
    assertThatThrownBy(() ->
            threads.run(
                ACME,
                () -> {
                  throw new IllegalStateException("as it was thrown");
                }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("as it was thrown");
    assertThatThrownBy(() ->
            threads.run(
                ACME,
                () -> {
                  throw new StackOverflowError();
                }))
        .isInstanceOf(StackOverflowError.class);
  }

  @Test
  void a_tenant_has_one_thread_so_that_one_is_left_for_another() throws Exception {
    var threads = new HeavyThreads(Duration.ofMillis(100));
    CompletableFuture<String> first = occupy(threads, ACME);

    assertThatThrownBy(() -> threads.run(ACME, () -> "mine")).isInstanceOf(BusyException.class);
    assertThat(threads.run(OTHER, () -> "theirs")).isEqualTo("theirs");

    CompletableFuture<String> second = occupy(threads, OTHER);
    assertThatThrownBy(() -> threads.run(THIRD, () -> "none left"))
        .isInstanceOf(BusyException.class);

    ended.countDown();
    assertThat(second).succeedsWithin(Duration.ofMinutes(1));
    // However long the work itself takes, it is waited for.
    assertThat(first).succeedsWithin(Duration.ofMinutes(1));
    assertThat(threads.run(ACME, () -> "again")).isEqualTo("again");
  }

  private CompletableFuture<String> occupy(HeavyThreads threads, TenantId tenant)
      throws InterruptedException {
    var begun = new CountDownLatch(1);
    var done = new CompletableFuture<String>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            done.complete(
                threads.run(
                    tenant,
                    () -> {
                      begun.countDown();
                      await(ended);
                      return "done";
                    }));
          } catch (RuntimeException e) {
            done.completeExceptionally(e);
          }
        });
    assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
    return done;
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
