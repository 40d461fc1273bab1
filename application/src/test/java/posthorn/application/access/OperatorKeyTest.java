package posthorn.application.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import posthorn.application.access.EnsureOperatorKey.Result.Made;
import posthorn.application.access.EnsureOperatorKey.Result.Present;
import posthorn.application.port.ApiKeys;
import posthorn.application.testing.SeededRandomness;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.Role;

class OperatorKeyTest {
  private final ApiKeys keys = Stores.inMemory().apiKeys();
  private final EnsureOperatorKey ensureOperatorKey =
      new EnsureOperatorKey(keys, new SequentialIds(), new SeededRandomness(1));
  private final Authenticate authenticate = new Authenticate(keys);

  @Test
  void the_first_start_makes_a_key_and_the_second_does_not() {
    var made = (Made) ensureOperatorKey.ensure(null, TestTime.START);

    assertThat(made.key()).startsWith("ph_").hasSizeGreaterThan(40);
    assertThat(made).asString().doesNotContain(made.key());
    assertThat(authenticate.authenticate(made.key())).map(ApiKey::role).contains(Role.OPERATOR);
    assertThat(ensureOperatorKey.ensure(null, TestTime.START)).isEqualTo(new Present());
  }

  @Test
  void a_configured_key_opens_and_may_be_exchanged_for_another() {
    ensureOperatorKey.ensure("mine", TestTime.START);
    ensureOperatorKey.ensure("mine", TestTime.START);
    ensureOperatorKey.ensure("another", TestTime.START);

    assertThat(authenticate.authenticate("mine")).isPresent();
    assertThat(authenticate.authenticate("another")).isPresent();
    assertThat(ensureOperatorKey.ensure(null, TestTime.START)).isEqualTo(new Present());
  }

  @Test
  void nothing_else_opens() {
    ensureOperatorKey.ensure("mine", TestTime.START);

    for (String text : new String[] {"", "mine ", "min", "Mine"}) {
      assertThat(authenticate.authenticate(text)).isEmpty();
    }
  }
}
