package posthorn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.Javalin;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EmptyHandlerTest {
  private final AtomicInteger worked = new AtomicInteger();
  private final Javalin javalin = EmptyHandler.start(worked::incrementAndGet);

  @AfterEach
  void stop() {
    javalin.stop();
  }

  @Test
  void it_answers_as_if_events_were_accepted_when_its_work_is_done() throws Exception {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), javalin.port());

    try (var sending = new Sending(Load.singles(3), new Ledger(0, 50), address)) {
      assertThat(sending.result().count()).isEqualTo(50);
    }
    assertThat(worked).hasValue(50);
  }
}
