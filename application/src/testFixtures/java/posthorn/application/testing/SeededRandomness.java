package posthorn.application.testing;

import java.util.Random;
import posthorn.application.port.Randomness;

/** Bytes that are the same for the same seed. */
public final class SeededRandomness implements Randomness {
  private final Random random;

  public SeededRandomness(long seed) {
    random = new Random(seed);
  }

  @Override
  public byte[] bytes(int count) {
    var bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }
}
