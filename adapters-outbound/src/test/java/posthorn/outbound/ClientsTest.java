package posthorn.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import posthorn.application.testing.ClientCertificates;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.ClientCertificate;
import posthorn.outbound.Clients.Lent;
import posthorn.outbound.Clients.NoneFreeException;
import posthorn.outbound.Clients.Share;

class ClientsTest {
  private static final TenantId TENANT = new TenantId("one");
  private static final TenantId OTHER = new TenantId("other");
  private static final Duration NONE = Duration.ZERO;

  private final Clients clients = new Clients(Senders.SETTINGS, new Share(3, 2));

  @AfterEach
  void close() {
    clients.close();
  }

  @Test
  void a_client_is_kept_for_the_next_request_with_its_certificate_and_for_no_other_tenant()
      throws Exception {
    Client kept = use(TENANT, 1);

    assertThat(use(TENANT, 1)).isSameAs(kept);
    assertThat(use(OTHER, 1)).isNotSameAs(kept);
    assertThat(use(TENANT, 2)).isNotSameAs(kept);
  }

  @Test
  void a_tenant_that_uses_many_in_turn_closes_its_own_longest_unused_one() throws Exception {
    Client others = use(OTHER, 1);
    Client first = use(TENANT, 1);
    Client second = use(TENANT, 2);
    assertThat(use(TENANT, 1)).isSameAs(first);
    Client third = use(TENANT, 3);

    assertThat(clients.certified()).isEqualTo(3);
    assertThat(use(OTHER, 1)).isSameAs(others);
    assertThat(use(TENANT, 1)).isSameAs(first);
    assertThat(use(TENANT, 3)).isSameAs(third);
    assertThat(use(TENANT, 2)).isNotSameAs(second);
  }

  @Test
  void a_tenant_that_uses_all_of_its_share_waits_and_others_do_not() throws Exception {
    try (Lent one = take(TENANT, 1);
        Lent two = take(TENANT, 2)) {
      assertThatThrownBy(() -> take(TENANT, 3)).isInstanceOf(NoneFreeException.class);
      try (Lent another = take(OTHER, 1)) {
        // All are in use; but a tenant that has none gets one.
        try (Lent third = take(new TenantId("third"), 1)) {
          assertThat(List.of(one.client(), two.client(), another.client(), third.client()))
              .doesNotHaveDuplicates();
          assertThatThrownBy(() -> take(OTHER, 2)).isInstanceOf(NoneFreeException.class);
        }
        assertThat(clients.certified()).isEqualTo(3);
      }
    }
  }

  @Test
  void one_that_waits_has_its_turn_before_those_that_come_later() throws Exception {
    Lent one = take(TENANT, 1);
    Lent two = take(TENANT, 2);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var waiting =
          threads.submit(() -> {
            try (Lent three = clients.take(TENANT, certificate(3), Duration.ofSeconds(30))) {
              return three.client();
            }
          });
      Awaitility.await()
          .untilAsserted(() ->
              assertThatThrownBy(() -> take(TENANT, 1)).isInstanceOf(NoneFreeException.class));
      two.close();

      assertThat(waiting.get(30, TimeUnit.SECONDS)).isNotNull();
    }
    one.close();
    assertThat(use(TENANT, 1)).isSameAs(one.client());
  }

  private Client use(TenantId tenant, int certificate) throws Exception {
    try (Lent lent = take(tenant, certificate)) {
      return lent.client();
    }
  }

  private Lent take(TenantId tenant, int certificate) throws Exception {
    return clients.take(tenant, certificate(certificate), NONE);
  }

  /** Others by their text, and the same by what they say. */
  private static ClientCertificate certificate(int number) {
    ClientCertificate one = ClientCertificates.ONE;
    return new ClientCertificate(one.chain() + "\n".repeat(number), one.privateKey());
  }
}
