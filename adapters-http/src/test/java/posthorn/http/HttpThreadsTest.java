package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HttpThreadsTest {
  @Test
  void an_error_that_jetty_would_only_log_is_handed_on() {
    var error = new OutOfMemoryError("told so");
    var handed = new AtomicReference<Throwable>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((_, cause) -> handed.set(cause));
    try {
      assertThatThrownBy(() ->
              new HttpThreads()
                  .runJob(() -> {
                    throw error;
                  }))
          .isSameAs(error);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }

    assertThat(handed).hasValue(error);
  }
}
