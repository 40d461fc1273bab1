package posthorn.application.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.application.access.Authenticate.Result.Known;
import posthorn.application.access.EnsureOperatorKey.Result;
import posthorn.application.access.EnsureOperatorKey.Result.Made;
import posthorn.application.access.EnsureOperatorKey.Result.NoOperatorKey;
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
  private final SequentialIds ids = new SequentialIds();
  private final List<String> handedOver = new ArrayList<>();
  private final EnsureOperatorKey ensureOperatorKey =
      new EnsureOperatorKey(keys, ids, new SeededRandomness(1));
  private final Authenticate authenticate = new Authenticate(keys, _ -> {});

  @Test
  void the_first_start_makes_a_key_and_the_second_does_not() {
    assertThat(ensure(null)).isEqualTo(new Made());

    assertThat(handedOver).singleElement().asString().startsWith("ph_").hasSizeGreaterThan(40);
    assertThat(opens(handedOver.getFirst())).isTrue();
    assertThat(keys.of(TenantId.DEFAULT)).extracting(ApiKey::role).containsExactly(Role.OPERATOR);
    assertThat(ensure(null)).isEqualTo(new Present());
    assertThat(handedOver).hasSize(1);
  }

  @Test
  void a_key_that_could_not_be_handed_over_is_not_kept() {
    var full = new UncheckedIOException(new IOException("the disk is full"));

    assertThatThrownBy(() ->
            ensureOperatorKey.ensure(
                null,
                _ -> {
                  throw full;
                },
                TestTime.START))
        .isSameAs(full);
    assertThat(ensure(null)).isEqualTo(new Made());
  }

  @Test
  void a_configured_key_opens_until_another_is_configured() {
    ensure(null);
    ensure("mine");
    assertThat(ensure("mine")).isEqualTo(new Present());
    assertThat(opens("mine")).isTrue();

    ensure("another");
    assertThat(opens("mine")).isFalse();
    assertThat(opens("another")).isTrue();
    // That of the first start is nobody's but the operator's to remove.
    assertThat(opens(handedOver.getFirst())).isTrue();
    assertThat(ensure(null)).isEqualTo(new Present());
    assertThat(opens("another")).isTrue();
  }

  @Test
  void what_is_another_key_already_is_refused() {
    add("a viewer's", Role.VIEWER, null);
    add("an old one", Role.OPERATOR, TestTime.START);
    ensure("mine");

    assertThat(ensure("a viewer's")).isEqualTo(new NoOperatorKey());
    assertThat(ensure("an old one")).isEqualTo(new NoOperatorKey());
    assertThat(opens("mine")).isTrue();
  }

  @Test
  void nothing_else_opens() {
    ensure("mine");

    for (String text : new String[] {"", "mine ", "min", "Mine"}) {
      assertThat(opens(text)).isFalse();
    }
  }

  @Test
  void when_all_have_expired_a_start_makes_another() {
    add("old", Role.OPERATOR, TestTime.START);

    assertThat(ensure(null)).isEqualTo(new Made());
  }

  private Result ensure(@Nullable String configured) {
    return ensureOperatorKey.ensure(configured, handedOver::add, TestTime.START);
  }

  private void add(String text, Role role, @Nullable Instant expiresAt) {
    var id = new ApiKeyId(ids.next(ApiKeyId.PREFIX, TestTime.START));
    keys.add(
        new ApiKey(id, TenantId.DEFAULT, role, null, KeyHash.of(text), TestTime.START, expiresAt));
  }

  private boolean opens(String text) {
    var request = new Authenticate.Request(text, Permission.OPERATE, () -> ClientAddress.UNKNOWN);
    return authenticate.authenticate(request, TestTime.START) instanceof Known;
  }
}
