package posthorn.application.port;

/**
 * A stored secret cannot be opened. The message tells an operator why, and nothing of the secret.
 */
public final class SealException extends RuntimeException {
  public SealException(String message) {
    super(message);
  }
}
