package posthorn.bench;

/** The run cannot go on, or what it measured is not to be trusted; the message is for people. */
final class BenchException extends RuntimeException {
  BenchException(String message) {
    super(message);
  }

  BenchException(String message, Throwable cause) {
    super(message, cause);
  }
}
