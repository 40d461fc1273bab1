package posthorn.bootstrap.log;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/** {@code %escapedKeyValues} in {@code logback.xml}: each as {@code key="value"}. */
public final class EscapedKeyValues extends ClassicConverter {
  @Override
  public String convert(ILoggingEvent event) {
    @Nullable List<KeyValuePair> pairs = event.getKeyValuePairs();
    return pairs == null
        ? ""
        : pairs.stream()
            .map(pair ->
                Escapes.inLine(pair.key)
                    + "=\""
                    + Escapes.inQuotes(String.valueOf(pair.value))
                    + "\"")
            .collect(Collectors.joining(" "));
  }
}
