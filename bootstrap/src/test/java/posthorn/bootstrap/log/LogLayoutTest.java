package posthorn.bootstrap.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

/** The layout of the server's own {@code logback.xml}. */
class LogLayoutTest {
  private static final String FORGED = "x\n2026-01-01T00:00:00.000Z ERROR posthorn forged";
  private static final String ESCAPED = "x\\n2026-01-01T00:00:00.000Z ERROR posthorn forged";

  private final LoggerContext context = new LoggerContext();

  @BeforeEach
  void configure() throws JoranException {
    var configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(
        Objects.requireNonNull(LogLayoutTest.class.getResource("/logback.xml")));
  }

  @AfterEach
  void stop() {
    context.stop();
  }

  @Test
  void a_line_has_its_message_and_its_key_values() {
    assertThat(written("Something happened", null, new KeyValuePair("webhook", "wh_1")))
        .matches("\\S+Z INFO  \\S+ Something happened webhook=\"wh_1\"\\R");
  }

  @Test
  void no_text_begins_a_line_of_its_own() {
    String line = written(FORGED, null, new KeyValuePair("name", FORGED));

    assertThat(line.lines()).hasSize(1);
    assertThat(line).contains(ESCAPED + " name=\"" + ESCAPED + "\"");
  }

  @Test
  void no_value_ends_before_its_end() {
    assertThat(written("m", null, new KeyValuePair("name", "x\" status=\"fine")))
        .contains("name=\"x\\\" status=\\\"fine\"");
  }

  @Test
  void what_moves_a_cursor_or_hides_text_is_seen() {
    assertThat(written("a\u001B[2Jb\u0085c\u2028d\u202Ee\uD800f\tg", null))
        .contains("a\\u001B[2Jb\\u0085c\\u2028d\\u202Ee\\uD800f\\tg");
  }

  @Test
  void an_exception_has_its_frames_and_no_other_lines() {
    var suppressed = new IllegalArgumentException(FORGED);
    var thrown = new IllegalStateException(FORGED, new IllegalArgumentException(FORGED));
    thrown.addSuppressed(suppressed);

    String text = written("m", thrown);

    assertThat(text.lines().skip(1))
        .allMatch(
            line -> line.matches("(\\s*(at |\\.\\.\\. |Suppressed: |Caused by: )|java\\.).*"));
    assertThat(text)
        .contains("java.lang.IllegalStateException: " + ESCAPED)
        .contains("Caused by: java.lang.IllegalArgumentException: " + ESCAPED)
        .contains("Suppressed: java.lang.IllegalArgumentException: " + ESCAPED)
        .contains("at posthorn.bootstrap.log.LogLayoutTest");
  }

  private String written(String message, @Nullable Throwable thrown, KeyValuePair... pairs) {
    Logger logger = context.getLogger("posthorn.test");
    var event = new LoggingEvent("caller", logger, Level.INFO, message, thrown, null);
    event.setKeyValuePairs(List.of(pairs));
    return new String(appender().getEncoder().encode(event), UTF_8);
  }

  private ConsoleAppender<ILoggingEvent> appender() {
    return (ConsoleAppender<ILoggingEvent>)
        context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).getAppender("STDERR");
  }
}
