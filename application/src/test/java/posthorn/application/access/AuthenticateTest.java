package posthorn.application.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.application.access.Authenticate.Result.Expired;
import posthorn.application.access.Authenticate.Result.Forbidden;
import posthorn.application.access.Authenticate.Result.Known;
import posthorn.application.access.Authenticate.Result.Missing;
import posthorn.application.access.Authenticate.Result.TooManyFailures;
import posthorn.application.access.Authenticate.Result.Unknown;
import posthorn.application.port.ApiKeys;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvent.AccessRefused;
import posthorn.application.port.OperatorEvent.AccessRefused.Reason;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Permission;
import posthorn.domain.access.Role;
import posthorn.domain.net.ClientAddress;
import posthorn.domain.tenant.TenantId;

class AuthenticateTest {
  private static final Instant NOW = TestTime.START;
  private static final String HERE = "192.0.2.1";
  private static final String THERE = "192.0.2.2";

  private final ApiKeys keys = Stores.inMemory().apiKeys();
  private final SequentialIds ids = new SequentialIds();
  private final List<OperatorEvent> announced = new ArrayList<>();
  private final Authenticate authenticate = new Authenticate(keys, announced::add);

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

  @Test
  void what_is_refused_is_announced() {
    ApiKey viewer = add("viewer", null);
    ApiKey old = add("old", NOW);
    var manage = new Authenticate.Request("viewer", Permission.MANAGE, () -> addressOf(HERE));

    assertThat(authenticate(null, HERE, NOW)).isEqualTo(new Missing());
    assertThat(authenticate.authenticate(manage, NOW)).isEqualTo(new Forbidden(viewer));
    authenticate("old", HERE, NOW);
    failTenTimes(HERE);
    authenticate("wrong", HERE, NOW);
    authenticate("viewer", HERE, NOW);

    assertThat(announced)
        .hasSize(14)
        .startsWith(
            refused(Reason.UNAUTHORIZED, null),
            refused(Reason.FORBIDDEN, viewer.id()),
            refused(Reason.UNAUTHORIZED, old.id()),
            refused(Reason.UNAUTHORIZED, null))
        .endsWith(refused(Reason.TOO_MANY_FAILURES, null));
    assertThat(manage).asString().doesNotContain("viewer");
  }

  private static AccessRefused refused(Reason reason, @Nullable ApiKeyId key) {
    return new AccessRefused(addressOf(HERE), reason, key, 1, NOW);
  }

  private Authenticate.Result authenticate(@Nullable String text, String address, Instant now) {
    return authenticate.authenticate(
        new Authenticate.Request(text, Permission.READ, () -> addressOf(address)), now);
  }

  private static ClientAddress addressOf(String text) {
    return ClientAddress.parse(text).orElseThrow();
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
