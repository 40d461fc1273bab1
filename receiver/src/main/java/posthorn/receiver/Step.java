package posthorn.receiver;

import java.time.Duration;

/** A thing to do with a connection. Texts are bytes, written as ISO 8859-1. */
public sealed interface Step {

  record Write(String text) implements Step {}

  /** Byte by byte, each after a pause. */
  record Drip(String text, Duration interval) implements Step {}

  record Pause(Duration time) implements Step {}

  /** Again and again, until the sender has left. */
  record Forever(Step step) implements Step {}

  /** Nothing, until the sender has left. */
  record Stall() implements Step {}

  /** Hangs up in good order. */
  record Close() implements Step {}

  /** Breaks the connection off, so that the sender is told of an error. */
  record Reset() implements Step {}
}
