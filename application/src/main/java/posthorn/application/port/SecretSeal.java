package posthorn.application.port;

/**
 * Makes secrets fit to be stored. A sealed text tells nothing of its secret, and opens only for the
 * place it was sealed for.
 */
public interface SecretSeal {

  /**
   * The text to store.
   *
   * @param place what it is, and of what: no two stored texts have the same
   */
  String seal(String secret, String place);

  /**
   * The secret in a stored text.
   *
   * @throws SealException if the key is not there, or the text was not sealed for that place
   */
  String open(String sealed, String place);

  /** Whether it would be sealed with the same key today. */
  boolean isOfPresentKey(String sealed);
}
