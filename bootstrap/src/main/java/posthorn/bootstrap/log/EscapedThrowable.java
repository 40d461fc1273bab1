package posthorn.bootstrap.log;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code %escapedThrowable} in {@code logback.xml}: a stack trace, its messages a line each. */
public final class EscapedThrowable extends ThrowableProxyConverter {
  @Override
  protected String throwableProxyToString(IThrowableProxy thrown) {
    return super.throwableProxyToString(new Escaped(thrown));
  }

  /** The same exception with other messages. */
  private record Escaped(IThrowableProxy thrown) implements IThrowableProxy {
    @Override
    public @Nullable String getMessage() {
      return escaped(thrown.getMessage());
    }

    @Override
    public @Nullable String getOverridingMessage() {
      return escaped(thrown.getOverridingMessage());
    }

    private static @Nullable String escaped(@Nullable String message) {
      return message == null ? null : Escapes.inLine(message);
    }

    @Override
    public String getClassName() {
      return thrown.getClassName();
    }

    @Override
    public StackTraceElementProxy[] getStackTraceElementProxyArray() {
      return thrown.getStackTraceElementProxyArray();
    }

    @Override
    public int getCommonFrames() {
      return thrown.getCommonFrames();
    }

    @Override
    public @Nullable IThrowableProxy getCause() {
      IThrowableProxy cause = thrown.getCause();
      return cause == null ? null : new Escaped(cause);
    }

    @Override
    public IThrowableProxy @Nullable [] getSuppressed() {
      IThrowableProxy @Nullable [] suppressed = thrown.getSuppressed();
      return suppressed == null
          ? null
          : Stream.of(suppressed).map(Escaped::new).toArray(IThrowableProxy[]::new);
    }

    @Override
    public boolean isCyclic() {
      return thrown.isCyclic();
    }
  }
}
