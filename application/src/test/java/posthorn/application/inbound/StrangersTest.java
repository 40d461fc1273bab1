package posthorn.application.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Thread.State;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import posthorn.application.testing.TestTime;
import posthorn.domain.inbound.Source;
import posthorn.domain.net.ClientAddress;
import posthorn.domain.signing.Verification;

class StrangersTest {
  private static final Instant NOW = TestTime.START;
  private static final Source SOURCE = Decoy.SOURCE;

  private final Strangers strangers = new Strangers();

  @Test
  void what_comes_from_suspects_is_checked_one_at_a_time() throws InterruptedException {
    failTenTimes("192.0.2.1");
    failTenTimes("192.0.2.2");

    assertThat(isCheckedBesideASuspect("192.0.2.2")).isFalse();
  }

  @Test
  void what_comes_from_anybody_else_waits_for_no_suspect() throws InterruptedException {
    failTenTimes("192.0.2.1");

    assertThat(isCheckedBesideASuspect("192.0.2.2")).isTrue();
  }

  /** Whether a message from there is checked while one of a suspect is. */
  private boolean isCheckedBesideASuspect(String address) throws InterruptedException {
    var checked = new AtomicBoolean();
    var beside = new AtomicBoolean();
    Thread other =
        Thread.ofPlatform()
            .unstarted(() ->
                strangers.check(
                    SOURCE,
                    clientAt(address),
                    NOW,
                    () -> {
                      checked.set(true);
                      return new Verification.NoMatch();
                    }));
    strangers.check(
        SOURCE,
        clientAt("192.0.2.1"),
        NOW,
        () -> {
          other.start();
          awaitEndOrWait(other);
          beside.set(checked.get());
          return new Verification.NoMatch();
        });
    other.join();
    assertThat(checked).isTrue();
    return beside.get();
  }

  private static void awaitEndOrWait(Thread thread) {
    while (thread.getState() != State.TERMINATED && thread.getState() != State.WAITING) {
      Thread.onSpinWait();
    }
  }

  private static ClientAddress clientAt(String address) {
    return ClientAddress.parse(address).orElseThrow();
  }

  private void failTenTimes(String address) {
    for (int i = 0; i < 10; i++) {
      assertThat(strangers.failed(SOURCE, clientAt(address), NOW)).isEmpty();
    }
  }
}
