package posthorn.application.port;

/** Bytes that nobody can guess. */
public interface Randomness {
  byte[] bytes(int count);
}
