package posthorn.domain.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyHashTest {
  @Test
  void a_hash_is_the_sha_256_of_the_key_in_hex() {
    assertThat(KeyHash.of("abc").hex())
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void only_the_same_key_has_the_same_hash() {
    assertThat(KeyHash.of("ph_a").sameAs(KeyHash.of("ph_a"))).isTrue();
    assertThat(KeyHash.of("ph_a").sameAs(KeyHash.of("ph_b"))).isFalse();
    assertThat(KeyHash.of("ph_a").sameAs(new KeyHash(""))).isFalse();
  }
}
