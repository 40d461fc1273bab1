package posthorn.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;

class BodyIntakeTest {
  private static final int LARGE = RequestBody.MAX_BATCH_BYTES;

  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void a_tenant_whose_bodies_fill_its_share_waits_and_others_do_not() throws Exception {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), api.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(head(api.keyOf(TestApi.ACME, Role.PUBLISHER), LARGE));
      // All but the last byte: the server holds the rest, and waits for it.
      out.write(new byte[LARGE - 1]);

      await().until(() -> publish(TestApi.ACME).status() == 503);
      TestApi.Answer refused = publish(TestApi.ACME);
      assertThat(refused.code()).isEqualTo("busy");
      assertThat(refused.response().headers().firstValue("Retry-After")).contains("1");
      assertThat(publish(TenantId.DEFAULT).status()).isEqualTo(202);
    }
    await().until(() -> publish(TestApi.ACME).status() == 202);
  }

  @Test
  void a_body_that_drips_is_refused() throws Exception {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), api.port())) {
      OutputStream out = socket.getOutputStream();
      InputStream in = socket.getInputStream();
      out.write(head(TestApi.KEY, 100_000));
      await()
          .until(() -> {
            api.engine.time.advance(Duration.ofSeconds(6));
            out.write(' ');
            return in.available() > 0;
          });
      assertThat(new String(in.readNBytes(12), ISO_8859_1)).isEqualTo("HTTP/1.1 408");
    }
  }

  private static byte[] head(String key, int length) {
    return String.join(
            "\r\n",
            "POST /v1/events/batch HTTP/1.1",
            "Host: a",
            "Authorization: Bearer " + key,
            "Content-Length: " + length,
            "",
            "")
        .getBytes(ISO_8859_1);
  }

  private TestApi.Answer publish(TenantId tenant) throws IOException, InterruptedException {
    return api.send(
        api.authorized("/v1/events", api.keyOf(tenant, Role.PUBLISHER))
            .POST(BodyPublishers.ofString(TestApi.EVENT)));
  }
}
