package posthorn.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import posthorn.domain.net.AddressPolicy;
import posthorn.domain.net.UrlPolicy;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.tenant.TenantId;
import posthorn.outbound.AddressGuard.BlockedAddressException;

class AddressGuardTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration MEMORY = Duration.ofMinutes(10);
  private static final WebhookUrl URL = new WebhookUrl(URI.create("https://a.example/hook"));
  private static final UrlPolicy PUBLIC_ONLY = new UrlPolicy(false, AddressPolicy.PUBLIC_ONLY);

  private final AtomicLong now = new AtomicLong();
  private final AtomicReference<List<InetAddress>> answer =
      new AtomicReference<>(List.of(address(93, 184, 215, 14)));

  @Test
  void a_name_that_was_allowed_is_judged_anew_when_it_leads_elsewhere() throws Exception {
    try (var names = new Names(_ -> answer.get(), Names.Shares.OF_DELIVERIES, now::get)) {
      var guard = new AddressGuard(PUBLIC_ONLY, names);
      assertThat(guard.resolve(TenantId.DEFAULT, URL, PATIENCE)).isEqualTo(answer.get());
      assertThat(guard.resolve(TenantId.DEFAULT, URL, PATIENCE)).isEqualTo(answer.get());

      answer.set(List.of(address(93, 184, 215, 14), address(10, 0, 0, 1)));
      now.addAndGet(MEMORY.toNanos());

      assertThatThrownBy(() -> guard.resolve(TenantId.DEFAULT, URL, PATIENCE))
          .isInstanceOf(BlockedAddressException.class)
          .hasMessageContaining("not allowed");
    }
  }

  @Test
  void what_was_refused_is_refused_until_its_name_leads_elsewhere() throws Exception {
    answer.set(List.of(address(10, 0, 0, 1)));
    try (var names = new Names(_ -> answer.get(), Names.Shares.OF_DELIVERIES, now::get)) {
      var guard = new AddressGuard(PUBLIC_ONLY, names);
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> guard.resolve(TenantId.DEFAULT, URL, PATIENCE))
            .isInstanceOf(BlockedAddressException.class);
      }

      answer.set(List.of(address(93, 184, 215, 14)));
      now.addAndGet(MEMORY.toNanos());

      assertThat(guard.resolve(TenantId.DEFAULT, URL, PATIENCE)).isEqualTo(answer.get());
    }
  }

  private static InetAddress address(int... bytes) {
    var address = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      address[i] = (byte) bytes[i];
    }
    try {
      return InetAddress.getByAddress(address);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
