package posthorn.bootstrap.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.net.Cidr;
import posthorn.domain.retry.RetryPolicy;

/** All that can be configured; each part goes only to its owner. */
public record Configuration(
    Http http,
    Path dataDir,
    Store store,
    @Nullable OperatorKey operatorKey,
    Outbound outbound,
    Dispatch dispatch,
    RetryPolicy retry,
    Duration lease) {

  public record Http(String host, int port) {}

  /** The database's file. */
  public record Store(Path file) {
    public String url() {
      return "jdbc:sqlite:" + file;
    }
  }

  /** The text of a key; it prints as nothing. */
  public record OperatorKey(String text) {
    @Override
    public String toString() {
      return "OperatorKey[redacted]";
    }
  }

  public record Outbound(boolean allowHttp, List<Cidr> allowedNetworks, Duration timeout) {}

  public record Dispatch(Mode mode, Duration pollInterval, int pollBatch, int maxInFlight) {

    /** How due deliveries are found. */
    public enum Mode {
      /** As soon as they are due, as many as there is room for. */
      PUSH,
      /** At fixed times, a few at a time. */
      POLL;

      static Mode of(String text) {
        return switch (text) {
          case "push" -> PUSH;
          case "poll" -> POLL;
          default -> throw new IllegalArgumentException(text);
        };
      }
    }
  }
}
