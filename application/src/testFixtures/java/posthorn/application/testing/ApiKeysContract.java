package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import posthorn.application.port.ApiKeys;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;

/** What every implementation of {@link ApiKeys} keeps to. */
public abstract class ApiKeysContract {

  /** A new, empty store. */
  protected abstract Stores open();

  @Test
  void a_key_is_found_by_its_hash() {
    ApiKeys keys = open().apiKeys();
    assertThat(keys.anyWith(Role.OPERATOR)).isFalse();
    var key =
        new ApiKey(
            new ApiKeyId(new SequentialIds().next(ApiKeyId.PREFIX, TestTime.START)),
            TenantId.DEFAULT,
            Role.OPERATOR,
            "first",
            KeyHash.of("ph_secret"),
            TestTime.START);
    keys.add(key);

    assertThat(keys.find(KeyHash.of("ph_secret"))).contains(key);
    assertThat(keys.find(KeyHash.of("ph_other"))).isEmpty();
    assertThat(keys.anyWith(Role.OPERATOR)).isTrue();
  }
}
