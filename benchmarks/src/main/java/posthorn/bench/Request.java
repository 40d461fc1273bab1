package posthorn.bench;

/**
 * What is sent over and over, marked anew for each time that it is sent. Belongs to one connection.
 */
interface Request {
  /** How many events it brings. */
  int size();

  /** The request with these numbers in it. */
  byte[] marked(long firstNumber, long nanoTime);

  /** Whether all that it brings was accepted. */
  boolean isAcceptedBy(MessageReader answer);
}
