package posthorn.domain.signing;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Ed25519Test {
  private static final byte[] SEED = new byte[32];
  private static final byte[] MESSAGE = {1, 2, 3};

  /** Each takes milliseconds, so that a law's thousand cases are too many. */
  private static final int FEW = 50;

  /** Tests 1, 2, 3 and SHA(abc) of RFC 8032, section 7.1. */
  @ParameterizedTest
  @CsvSource({
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60,"
        + "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a,'',"
        + "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb,"
        + "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c,72,"
        + "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7,"
        + "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025,af82,"
        + "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42,"
        + "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf,"
        + "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f,"
        + "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
  })
  void the_vectors_of_rfc_8032_hold(
      String seed, String publicKey, String message, String signature) {
    assertThat(hex(Ed25519.publicKeyOf(bytes(seed)))).isEqualTo(publicKey);
    assertThat(hex(Ed25519.sign(bytes(seed), bytes(message)))).isEqualTo(signature);
    assertThat(Ed25519.verifies(bytes(publicKey), bytes(signature), bytes(message))).isTrue();
  }

  @Test
  void a_message_in_parts_is_the_message_in_one() {
    byte[] whole = Ed25519.sign(SEED, MESSAGE);
    byte[] parts = Ed25519.sign(SEED, new byte[] {1}, new byte[] {2, 3});
    assertThat(parts).isEqualTo(whole);
    assertThat(
            Ed25519.verifies(Ed25519.publicKeyOf(SEED), whole, new byte[] {1, 2}, new byte[] {3}))
        .isTrue();
  }

  @Test
  void a_signature_with_the_group_order_added_is_refused() {
    BigInteger order =
        BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));
    byte[] signature = Ed25519.sign(SEED, MESSAGE);
    byte[] respelt = signature.clone();
    BigInteger s = new BigInteger(1, reversed(Arrays.copyOfRange(signature, 32, 64)));
    byte[] sum = reversed(s.add(order).toByteArray());
    System.arraycopy(Arrays.copyOf(sum, 32), 0, respelt, 32, 32);
    assertThat(Ed25519.verifies(Ed25519.publicKeyOf(SEED), respelt, MESSAGE)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 31, 33, 64})
  void a_public_key_of_another_length_verifies_nothing(int length) {
    byte[] signature = Ed25519.sign(SEED, MESSAGE);
    byte[] key = Arrays.copyOf(Ed25519.publicKeyOf(SEED), length);
    assertThat(Ed25519.verifies(key, signature, MESSAGE)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 65})
  void a_signature_of_another_length_does_not_verify(int length) {
    byte[] signature = Arrays.copyOf(Ed25519.sign(SEED, MESSAGE), length);
    assertThat(Ed25519.verifies(Ed25519.publicKeyOf(SEED), signature, MESSAGE)).isFalse();
  }

  @Test
  void any_bytes_as_key_and_signature_are_answered_with_no() {
    var random = new Random(1);
    for (int i = 0; i < FEW; i++) {
      byte[] key = new byte[32];
      byte[] signature = new byte[64];
      random.nextBytes(key);
      random.nextBytes(signature);
      assertThat(Ed25519.verifies(key, signature, MESSAGE)).isFalse();
    }
  }

  @Test
  void what_a_seed_signs_its_public_key_verifies() {
    var random = new Random(2);
    for (int i = 0; i < FEW; i++) {
      byte[] seed = new byte[32];
      random.nextBytes(seed);
      byte[] signature = Ed25519.sign(seed, MESSAGE);
      assertThat(Ed25519.verifies(Ed25519.publicKeyOf(seed), signature, MESSAGE)).isTrue();
    }
  }

  @Test
  void a_private_key_is_a_seed_alone_or_with_its_public_key() {
    byte[] both = Arrays.copyOf(SEED, 64);
    System.arraycopy(Ed25519.publicKeyOf(SEED), 0, both, 32, 32);
    assertThat(Ed25519.seed(SEED)).hasValueSatisfying(seed -> assertThat(seed).isEqualTo(SEED));
    assertThat(Ed25519.seed(both)).hasValueSatisfying(seed -> assertThat(seed).isEqualTo(SEED));
    both[63] ^= 1;
    assertThat(Ed25519.seed(both)).isEmpty();
    assertThat(Ed25519.seed(new byte[31])).isEmpty();
    assertThat(Ed25519.seed(new byte[33])).isEmpty();
  }

  private static byte[] reversed(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[i] = bytes[bytes.length - 1 - i];
    }
    return reversed;
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
