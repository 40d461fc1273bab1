package posthorn.application.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.application.access.Authenticate.Result.Expired;
import posthorn.application.access.Authenticate.Result.Known;
import posthorn.application.access.Authenticate.Result.TooManyFailures;
import posthorn.application.access.Authenticate.Result.Unknown;
import posthorn.application.port.ApiKeys;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;
import posthorn.domain.net.ClientAddress;
import posthorn.domain.tenant.TenantId;

class AuthenticateTest {
  private static final Instant NOW = TestTime.START;
  private static final String HERE = "192.0.2.1";
  private static final String THERE = "192.0.2.2";

  private final ApiKeys keys = Stores.inMemory().apiKeys();
  private final SequentialIds ids = new SequentialIds();
  private final Authenticate authenticate = new Authenticate(keys);

  @Test
  void a_key_opens_until_it_expires() {
    ApiKey key = add("right", NOW.plusSeconds(1));

    assertThat(authenticate("right", HERE, NOW)).isEqualTo(new Known(key));
    assertThat(authenticate("right", HERE, NOW.plusSeconds(1)))
        .isEqualTo(new Expired(NOW.plusSeconds(1)));
  }

  @Test
  void of_the_wrong_keys_of_a_minute_the_eleventh_is_told_to_wait() {
    failTenTimes(HERE);

    assertThat(authenticate("wrong", HERE, NOW)).isEqualTo(new TooManyFailures(NOW.plusSeconds(6)));
    assertThat(authenticate("wrong", HERE, NOW.plusSeconds(6))).isEqualTo(new Unknown());
  }

  @Test
  void a_right_key_is_let_in_however_many_wrong_ones_came_from_its_address() {
    ApiKey key = add("right", null);
    failTenTimes(HERE);
    authenticate("wrong", HERE, NOW);

    assertThat(authenticate("right", HERE, NOW)).isEqualTo(new Known(key));
    assertThat(authenticate("wrong", HERE, NOW)).isInstanceOf(TooManyFailures.class);
    assertThat(authenticate("wrong", THERE, NOW)).isEqualTo(new Unknown());
  }

  @Test
  void a_key_that_is_gone_opens_nothing() {
    ApiKey key = add("right", null);
    authenticate("right", HERE, NOW);
    keys.remove(key.id());

    assertThat(authenticate("right", HERE, NOW)).isEqualTo(new Unknown());
  }

  @Test
  void an_expired_key_is_no_guess() {
    add("old", NOW);
    for (int i = 0; i < 20; i++) {
      assertThat(authenticate("old", HERE, NOW)).isInstanceOf(Expired.class);
    }
  }

  @Test
  void of_very_many_addresses_the_last_are_remembered() {
    var failures = new Failures<String>();
    for (int i = 0; i < 10; i++) {
      failures.failed(HERE, NOW);
      failures.failed(THERE, NOW);
    }
    assertThat(failures.suspects(HERE, NOW)).isTrue();

    for (int i = 0; i < Failures.MOST - 1; i++) {
      failures.failed("another " + i, NOW.plus(Duration.ofMillis(1)));
    }

    assertThat(failures.suspects(HERE, NOW)).isFalse();
    assertThat(failures.suspects(THERE, NOW)).isTrue();
  }

  @Test
  void the_addresses_of_a_64_bit_network_are_one() {
    for (int i = 0; i < 10; i++) {
      assertThat(authenticate("wrong", "2001:db8::" + i, NOW)).isEqualTo(new Unknown());
    }

    assertThat(authenticate("wrong", "2001:db8::ffff", NOW)).isInstanceOf(TooManyFailures.class);
    assertThat(authenticate("wrong", "2001:db8:0:1::1", NOW)).isEqualTo(new Unknown());
  }

  private Authenticate.Result authenticate(String text, String address, Instant now) {
    return authenticate.authenticate(text, () -> ClientAddress.parse(address).orElseThrow(), now);
  }

  private void failTenTimes(String address) {
    for (int i = 0; i < 10; i++) {
      assertThat(authenticate("wrong " + i, address, NOW)).isEqualTo(new Unknown());
    }
  }

  private ApiKey add(String text, @Nullable Instant expiresAt) {
    var id = new ApiKeyId(ids.next(ApiKeyId.PREFIX, NOW));
    var key = new ApiKey(id, TenantId.DEFAULT, Role.VIEWER, null, KeyHash.of(text), NOW, expiresAt);
    keys.add(key);
    return key;
  }
}
