package posthorn.application.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import posthorn.application.access.Authenticate.Result.Known;
import posthorn.application.access.EnsureOperatorKey.Result.Made;
import posthorn.application.access.EnsureOperatorKey.Result.Present;
import posthorn.application.port.ApiKeys;
import posthorn.application.testing.SeededRandomness;
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

class OperatorKeyTest {
  private final ApiKeys keys = Stores.inMemory().apiKeys();
  private final EnsureOperatorKey ensureOperatorKey =
      new EnsureOperatorKey(keys, new SequentialIds(), new SeededRandomness(1));
  private final Authenticate authenticate = new Authenticate(keys, _ -> {});

  @Test
  void the_first_start_makes_a_key_and_the_second_does_not() {
    var made = (Made) ensureOperatorKey.ensure(null, TestTime.START);

    assertThat(made.key()).startsWith("ph_").hasSizeGreaterThan(40);
    assertThat(made).asString().doesNotContain(made.key());
    assertThat(opens(made.key())).isTrue();
    assertThat(keys.of(TenantId.DEFAULT)).extracting(ApiKey::role).containsExactly(Role.OPERATOR);
    assertThat(ensureOperatorKey.ensure(null, TestTime.START)).isEqualTo(new Present());
  }

  @Test
  void a_configured_key_opens_and_may_be_exchanged_for_another() {
    ensureOperatorKey.ensure("mine", TestTime.START);
    ensureOperatorKey.ensure("mine", TestTime.START);
    ensureOperatorKey.ensure("another", TestTime.START);

    assertThat(opens("mine")).isTrue();
    assertThat(opens("another")).isTrue();
    assertThat(ensureOperatorKey.ensure(null, TestTime.START)).isEqualTo(new Present());
  }

  @Test
  void nothing_else_opens() {
    ensureOperatorKey.ensure("mine", TestTime.START);

    for (String text : new String[] {"", "mine ", "min", "Mine"}) {
      assertThat(opens(text)).isFalse();
    }
  }

  @Test
  void when_all_have_expired_a_start_makes_another() {
    var id = new ApiKeyId(new SequentialIds().next(ApiKeyId.PREFIX, TestTime.START));
    var old = KeyHash.of("old");
    keys.add(
        new ApiKey(id, TenantId.DEFAULT, Role.OPERATOR, null, old, TestTime.START, TestTime.START));

    assertThat(ensureOperatorKey.ensure(null, TestTime.START)).isInstanceOf(Made.class);
  }

  private boolean opens(String text) {
    var request =
        new Authenticate.Request(text, Permission.OPERATE, () -> ClientAddress.UNKNOWN);
    return authenticate.authenticate(request, TestTime.START) instanceof Known;
  }
}
