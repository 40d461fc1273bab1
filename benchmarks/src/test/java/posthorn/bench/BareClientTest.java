package posthorn.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class BareClientTest {
  @Test
  void what_it_sends_is_answered_and_entered_nowhere() throws Exception {
    try (var receiver = new Receiver();
        var client = new BareClient(receiver.url())) {
      assertThat(client.measure(500)).isPositive();
      assertThat(receiver.repeated()).isZero();
    }
  }

  @Test
  void without_a_receiver_it_fails_and_counts_nothing() throws IOException {
    var gone = new Receiver();
    gone.close();
    try (var client = new BareClient(gone.url())) {
      assertThatThrownBy(() -> client.measure(1)).isInstanceOf(BenchException.class);
    }
  }
}
