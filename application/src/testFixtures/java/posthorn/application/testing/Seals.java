package posthorn.application.testing;

import java.util.List;
import java.util.stream.IntStream;
import posthorn.application.port.SecretSeal;
import posthorn.application.sealing.KeyringSeal;
import posthorn.domain.sealing.Keyring;
import posthorn.domain.sealing.SealingKey;

/** Seals with keys of known numbers. */
public final class Seals {
  private Seals() {}

  /** One that seals with the first of the keys and opens with all of them. */
  public static SecretSeal of(int present, int... previous) {
    List<SealingKey> earlier = IntStream.of(previous).mapToObj(Seals::key).toList();
    return new KeyringSeal(new Keyring(key(present), earlier), new SeededRandomness(present));
  }

  public static SealingKey key(int number) {
    return SealingKey.of(new SeededRandomness(number).bytes(SealingKey.BYTES));
  }
}
