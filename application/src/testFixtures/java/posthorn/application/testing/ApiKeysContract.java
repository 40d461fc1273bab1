package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.application.port.ApiKeys;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;

/** What every implementation of {@link ApiKeys} keeps to. */
public abstract class ApiKeysContract {
  private static final Instant NOW = TestTime.START;

  private final SequentialIds ids = new SequentialIds();

  /** A new, empty store. */
  protected abstract Stores open();

  @Test
  void a_key_is_found_by_its_hash_and_its_id() {
    ApiKeys keys = open().apiKeys();
    assertThat(keys.anyLive(Role.OPERATOR, NOW)).isFalse();
    ApiKey key = key(TenantId.DEFAULT, Role.OPERATOR, null);
    keys.add(key);

    assertThat(keys.find(key.hash())).contains(key);
    assertThat(keys.find(key.id())).contains(key);
    assertThat(keys.find(KeyHash.of("ph_other"))).isEmpty();
    assertThat(keys.find(newId())).isEmpty();
    assertThat(keys.anyLive(Role.OPERATOR, NOW)).isTrue();
    assertThat(keys.anyLive(Role.VIEWER, NOW)).isFalse();
  }

  @Test
  void a_tenant_has_its_own_keys_in_the_order_they_were_made() {
    ApiKeys keys = open().apiKeys();
    ApiKey first = key(TenantId.DEFAULT, Role.VIEWER, NOW.plusMillis(1));
    ApiKey second = key(TenantId.DEFAULT, Role.PUBLISHER, null);
    keys.add(second);
    keys.add(first);
    keys.add(key(new TenantId("acme"), Role.VIEWER, null));

    assertThat(keys.of(TenantId.DEFAULT)).containsExactly(first, second);
    assertThat(keys.of(new TenantId("other"))).isEmpty();
  }

  @Test
  void a_key_that_has_expired_is_not_live_but_there() {
    ApiKeys keys = open().apiKeys();
    ApiKey key = key(TenantId.DEFAULT, Role.OPERATOR, NOW);
    keys.add(key);

    assertThat(keys.anyLive(Role.OPERATOR, NOW.minusMillis(1))).isTrue();
    assertThat(keys.anyLive(Role.OPERATOR, NOW)).isFalse();
    assertThat(keys.find(key.hash())).contains(key);
  }

  @Test
  void a_removed_key_is_gone() {
    ApiKeys keys = open().apiKeys();
    ApiKey key = key(TenantId.DEFAULT, Role.VIEWER, null);
    keys.add(key);

    assertThat(keys.remove(key.id())).isTrue();
    assertThat(keys.remove(key.id())).isFalse();
    assertThat(keys.find(key.hash())).isEmpty();
    assertThat(keys.find(key.id())).isEmpty();
    assertThat(keys.of(TenantId.DEFAULT)).isEmpty();
  }

  @Test
  void a_configured_key_takes_the_place_of_the_one_before_and_of_no_other() {
    ApiKeys keys = open().apiKeys();
    ApiKey made = key(TenantId.DEFAULT, Role.OPERATOR, null);
    ApiKey first = key(TenantId.DEFAULT, Role.OPERATOR, null);
    ApiKey second = key(TenantId.DEFAULT, Role.OPERATOR, null);
    keys.add(made);
    keys.putConfigured(first);
    keys.putConfigured(again(first));
    assertThat(keys.of(TenantId.DEFAULT)).containsExactly(made, first);

    keys.putConfigured(second);
    assertThat(keys.of(TenantId.DEFAULT)).containsExactly(made, second);
    assertThat(keys.find(first.hash())).isEmpty();
    assertThat(keys.find(second.hash())).contains(second);
  }

  @Test
  void a_key_that_was_made_and_then_configured_stays_as_it_is() {
    ApiKeys keys = open().apiKeys();
    ApiKey made = key(TenantId.DEFAULT, Role.OPERATOR, null);
    ApiKey first = key(TenantId.DEFAULT, Role.OPERATOR, null);
    keys.add(made);
    keys.putConfigured(first);
    keys.putConfigured(again(made));
    assertThat(keys.of(TenantId.DEFAULT)).containsExactly(made);

    keys.putConfigured(first);
    assertThat(keys.of(TenantId.DEFAULT)).containsExactly(made, first);
  }

  /** The same key, under an id of its own. */
  private ApiKey again(ApiKey key) {
    return new ApiKey(newId(), key.tenant(), key.role(), key.name(), key.hash(), NOW, null);
  }

  @Test
  void the_last_live_key_of_a_role_stays() {
    ApiKeys keys = open().apiKeys();
    ApiKey key = key(TenantId.DEFAULT, Role.OPERATOR, null);
    keys.add(key);
    keys.add(key(TenantId.DEFAULT, Role.OPERATOR, NOW));
    keys.add(key(TenantId.DEFAULT, Role.VIEWER, null));
    assertThat(keys.removeIfAnotherIsLive(key, NOW)).isFalse();

    keys.add(key(new TenantId("acme"), Role.OPERATOR, NOW.plusMillis(1)));
    assertThat(keys.removeIfAnotherIsLive(key, NOW)).isTrue();
    assertThat(keys.removeIfAnotherIsLive(key, NOW)).isFalse();
  }

  @Test
  void of_two_that_are_removed_at_once_one_stays() throws Exception {
    ApiKeys keys = open().apiKeys();
    ApiKey one = key(TenantId.DEFAULT, Role.OPERATOR, null);
    ApiKey other = key(TenantId.DEFAULT, Role.OPERATOR, null);
    keys.add(one);
    keys.add(other);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Boolean> first = threads.submit(() -> keys.removeIfAnotherIsLive(one, NOW));
      Future<Boolean> second = threads.submit(() -> keys.removeIfAnotherIsLive(other, NOW));
      assertThat(first.get()).isNotEqualTo(second.get());
    }
    assertThat(keys.of(TenantId.DEFAULT)).hasSize(1);
  }

  private ApiKey key(TenantId tenant, Role role, @Nullable Instant expiresAt) {
    ApiKeyId id = newId();
    String name = role == Role.VIEWER ? null : "name";
    return new ApiKey(id, tenant, role, name, KeyHash.of("ph_" + id), NOW, expiresAt);
  }

  private ApiKeyId newId() {
    return new ApiKeyId(ids.next(ApiKeyId.PREFIX, NOW));
  }
}
