package posthorn.domain.sealing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class SealingKeyTest {
  private static final byte[] BYTES =
      HexFormat.of().parseHex("fbff00112233445566778899aabbccddeeff00112233445566778899aabbccdd");

  private final SealingKey key = SealingKey.of(BYTES);

  @Test
  void a_key_is_read_in_each_way_people_write_it() {
    for (String text :
        List.of(
            key.text(),
            HexFormat.of().formatHex(BYTES),
            HexFormat.of().withUpperCase().formatHex(BYTES),
            Base64.getUrlEncoder().encodeToString(BYTES),
            Base64.getEncoder().withoutPadding().encodeToString(BYTES))) {
      assertThat(SealingKey.parse(text)).as(text).contains(key);
    }
  }

  @Test
  void what_is_no_key_is_nothing() {
    for (String text : List.of("", "secret", "x".repeat(64), key.text() + "AAAA", "AAAA")) {
      assertThat(SealingKey.parse(text)).as(text).isEmpty();
    }
    assertThatThrownBy(() -> SealingKey.of(new byte[16])).hasMessageContaining("32 bytes");
  }

  @Test
  void its_id_tells_keys_apart_and_is_all_that_is_printed() {
    assertThat(key.id()).hasSize(12).isNotEqualTo(SealingKey.of(new byte[32]).id());
    assertThat(key).hasToString("SealingKey[" + key.id() + "]");
  }
}
