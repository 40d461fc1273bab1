package posthorn.domain.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import posthorn.domain.event.PayloadFormat;
import posthorn.domain.retry.RetrySettings;

class SendingTest {
  @Test
  void a_header_twice_is_refused_also_in_other_letters() {
    var headers = new LinkedHashMap<String, String>();
    headers.put("X-Own", "s3cret");
    assertThat(sending(headers).headers()).isEqualTo(headers);

    headers.put("x-own", "s3cret");

    assertThatThrownBy(() -> sending(headers))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("x-own")
        .hasMessageNotContaining("s3cret");
  }

  private static Sending sending(Map<String, String> headers) {
    return new Sending(RetrySettings.NONE, PayloadFormat.STANDARD, headers, null);
  }
}
