package posthorn.domain.sealing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import posthorn.domain.sealing.Keyring.Opening.Opened;
import posthorn.domain.sealing.Keyring.Opening.Refused;
import posthorn.domain.sealing.Keyring.Opening.UnknownKey;

class KeyringTest {
  private static final String SECRET = "whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ=";
  private static final String PLACE = "webhooks.secret of wh_1";
  private static final SealingKey FIRST = key(1);
  private static final SealingKey SECOND = key(2);

  private final Keyring keyring = new Keyring(FIRST, List.of());

  @Test
  void what_was_sealed_opens_in_its_place() {
    String sealed = seal(keyring, 3);

    assertThat(sealed).startsWith("v1:" + FIRST.id() + ":").doesNotContain(SECRET);
    assertThat(keyring.open(sealed, PLACE)).isEqualTo(new Opened(SECRET));
  }

  @Test
  void another_nonce_makes_another_text() {
    assertThat(seal(keyring, 3)).isNotEqualTo(seal(keyring, 4));
  }

  @Test
  void a_text_that_was_moved_does_not_open() {
    assertThat(keyring.open(seal(keyring, 3), "webhooks.secret of wh_2")).isEqualTo(new Refused());
  }

  @Test
  void no_character_can_be_changed() {
    String sealed = seal(keyring, 3);
    for (int i = 0; i < sealed.length(); i++) {
      char other = sealed.charAt(i) == '0' ? '1' : '0';
      String changed = sealed.substring(0, i) + other + sealed.substring(i + 1);
      assertThat(keyring.open(changed, PLACE)).as(changed).isNotInstanceOf(Opened.class);
    }
  }

  @Test
  void a_text_that_was_cut_or_never_sealed_does_not_open() {
    String sealed = seal(keyring, 3);
    for (String text : List.of("", SECRET, "v1:" + FIRST.id() + ":AAAA", sealed + "=")) {
      assertThat(keyring.open(text, PLACE)).as(text).isEqualTo(new Refused());
    }
  }

  @Test
  void an_earlier_key_still_opens_and_seals_no_more() {
    String sealed = seal(keyring, 3);
    var changed = new Keyring(SECOND, List.of(FIRST));

    assertThat(changed.open(sealed, PLACE)).isEqualTo(new Opened(SECRET));
    assertThat(changed.isPresent(sealed)).isFalse();
    assertThat(changed.isPresent(seal(changed, 3))).isTrue();
  }

  @Test
  void a_key_that_is_not_there_is_named() {
    assertThat(new Keyring(SECOND, List.of()).open(seal(keyring, 3), PLACE))
        .isEqualTo(new UnknownKey(FIRST.id()));
  }

  @Test
  void a_nonce_of_another_length_is_refused() {
    assertThatThrownBy(() -> keyring.seal(SECRET, PLACE, new byte[Keyring.NONCE_BYTES + 1]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String seal(Keyring keyring, int nonce) {
    return keyring.seal(SECRET, PLACE, filled(Keyring.NONCE_BYTES, nonce));
  }

  private static SealingKey key(int filling) {
    return SealingKey.of(filled(SealingKey.BYTES, filling));
  }

  private static byte[] filled(int length, int filling) {
    var bytes = new byte[length];
    Arrays.fill(bytes, (byte) filling);
    return bytes;
  }
}
