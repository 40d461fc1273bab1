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

    assertThat(authenticate.authenticate("right", HERE, NOW)).isEqualTo(new Known(key));
    assertThat(authenticate.authenticate("right", HERE, NOW.plusSeconds(1)))
        .isEqualTo(new Expired(NOW.plusSeconds(1)));
  }

  @Test
  void ten_wrong_keys_of_a_minute_are_looked_up_and_the_eleventh_is_not() {
    failTenTimes(HERE);

    assertThat(authenticate.authenticate("wrong", HERE, NOW))
        .isEqualTo(new TooManyFailures(NOW.plusSeconds(6)));
    assertThat(authenticate.authenticate("wrong", HERE, NOW.plusSeconds(6)))
        .isEqualTo(new Unknown());
  }

  @Test
  void a_right_key_is_not_looked_up_either_where_it_was_never_seen() {
    add("right", null);
    failTenTimes(HERE);

    assertThat(authenticate.authenticate("right", HERE, NOW)).isInstanceOf(TooManyFailures.class);
    assertThat(authenticate.authenticate("right", THERE, NOW)).isInstanceOf(Known.class);
  }

  @Test
  void who_was_let_in_from_there_before_is_let_in_still() {
    add("right", null);
    authenticate.authenticate("right", HERE, NOW);
    failTenTimes(HERE);

    assertThat(authenticate.authenticate("right", HERE, NOW)).isInstanceOf(Known.class);
  }

  @Test
  void but_not_when_the_key_is_gone() {
    ApiKey key = add("right", null);
    authenticate.authenticate("right", HERE, NOW);
    keys.remove(key.id());

    assertThat(authenticate.authenticate("right", HERE, NOW)).isEqualTo(new Unknown());
  }

  @Test
  void an_expired_key_is_no_guess() {
    add("old", NOW);
    for (int i = 0; i < 20; i++) {
      assertThat(authenticate.authenticate("old", HERE, NOW)).isInstanceOf(Expired.class);
    }
  }

  @Test
  void of_very_many_addresses_the_last_are_remembered() {
    var failures = new Failures<String>();
    for (int i = 0; i < 10; i++) {
      failures.failed(HERE, NOW);
      failures.failed(THERE, NOW);
    }
    assertThat(failures.refusedUntil(HERE, NOW)).isPresent();

    for (int i = 0; i < Failures.MOST - 1; i++) {
      failures.failed("another " + i, NOW.plus(Duration.ofMillis(1)));
    }

    assertThat(failures.refusedUntil(HERE, NOW)).isEmpty();
    assertThat(failures.refusedUntil(THERE, NOW)).isPresent();
  }

  @Test
  void of_very_many_who_got_in_the_last_are_remembered() {
    var proven = new Proven<String>();
    for (int i = 0; i <= Proven.MOST; i++) {
      proven.add("address " + i);
    }

    assertThat(proven.knows("address 0")).isFalse();
    assertThat(proven.knows("address 1")).isTrue();
  }

  private void failTenTimes(String address) {
    for (int i = 0; i < 10; i++) {
      assertThat(authenticate.authenticate("wrong " + i, address, NOW)).isEqualTo(new Unknown());
    }
  }

  private ApiKey add(String text, @Nullable Instant expiresAt) {
    var id = new ApiKeyId(ids.next(ApiKeyId.PREFIX, NOW));
    var key = new ApiKey(id, TenantId.DEFAULT, Role.VIEWER, null, KeyHash.of(text), NOW, expiresAt);
    keys.add(key);
    return key;
  }
}
