package posthorn.bootstrap.log;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;

/** {@code %escapedMessage} in {@code logback.xml}. */
public final class EscapedMessage extends ClassicConverter {
  @Override
  public String convert(ILoggingEvent event) {
    return Escapes.inLine(String.valueOf(event.getFormattedMessage()));
  }
}
