package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import posthorn.application.port.StoreBusyException;
import posthorn.application.port.StoreException;
import posthorn.application.port.StoreFullException;
import posthorn.application.publish.PublishEvent.Result.NotWritten;
import posthorn.http.HttpServer.Duplicates;

class PublishViewTest {
  @Test
  void an_event_of_a_batch_that_was_not_written_says_whether_the_store_is_busy_full_or_broken() {
    assertThat(codeOf(new StoreBusyException("full"))).isEqualTo("overloaded");
    assertThat(codeOf(new StoreFullException("full", null))).isEqualTo("storage_full");
    assertThat(codeOf(new StoreException("broken", null))).isEqualTo("store_unavailable");
  }

  private static String codeOf(RuntimeException cause) {
    var view = (PublishView.Refused) PublishView.of(new NotWritten(cause), Duplicates.REJECT);
    assertThat(view.error().status()).isEqualTo(503);
    return view.error().code();
  }
}
