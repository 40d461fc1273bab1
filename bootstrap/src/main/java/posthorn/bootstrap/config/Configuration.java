package posthorn.bootstrap.config;

import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import posthorn.domain.alert.MailDomains;
import posthorn.domain.circuit.Ramp;
import posthorn.domain.net.Cidr;
import posthorn.domain.net.TrustedProxies;
import posthorn.domain.ratelimit.RateLimit;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.sealing.SealingKey;
import posthorn.domain.tenant.TenantId;
import posthorn.http.HttpServer.Duplicates;
import posthorn.outbound.mail.SmtpSettings;
import posthorn.sqlite.Durability;

/** All that can be configured; each part goes only to its owner. */
public record Configuration(
    Http http,
    Path dataDir,
    Store store,
    @Nullable OperatorKey operatorKey,
    Outbound outbound,
    Dispatch dispatch,
    RetryPreset retry,
    Duration lease,
    Retention retention,
    Publish publish,
    Inbound inbound,
    Secrets secrets,
    Alerts alerts,
    Quotas quotas) {

  /** How long an attempt may take, so that it does not outlive its lease. */
  public Duration longestTimeout() {
    return lease.minusMillis(Math.min(lease.toMillis() / 10, LEASE_MARGIN.toMillis()));
  }

  private static final Duration LEASE_MARGIN = Duration.ofSeconds(5);

  /**
   * Where and for whom the API is, and how often one may ask.
   *
   * @param requestsPerMinute for each tenant without a quota of its own; null for no limit
   * @param corsOrigins whose pages may use it
   * @param trustedProxies whose word is taken for where a request came from
   */
  public record Http(
      String host,
      int port,
      @Nullable Integer requestsPerMinute,
      Set<String> corsOrigins,
      TrustedProxies trustedProxies,
      HttpBounds bounds) {}

  /**
   * How much callers may take of the server at once.
   *
   * @param maxBodyMemory bytes; null for a part of the heap
   */
  public record HttpBounds(
      int maxConnections, int maxConnectionsPerAddress, @Nullable Integer maxBodyMemory) {}

  /**
   * The database's file, and when a commit to it counts as done.
   *
   * @param queryTimeout for a list or search of a caller
   * @param minFree of its disk, that new events leave free
   */
  public record Store(Path file, Durability durability, Duration queryTimeout, Amount minFree) {
    public String url() {
      return "jdbc:sqlite:" + file;
    }
  }

  /** The text of a key; it prints as nothing. */
  public record OperatorKey(String text) {
    /** As a password would be, a shorter one is guessed before long. */
    private static final int MIN_LENGTH = 24;

    static final String RULE =
        "must have at least "
            + MIN_LENGTH
            + " characters, visible ones of ASCII; make one with: openssl rand -base64 32";

    static boolean isUsable(String text) {
      return text.length() >= MIN_LENGTH && text.chars().allMatch(c -> c > ' ' && c < 0x7F);
    }

    @Override
    public String toString() {
      return "OperatorKey[redacted]";
    }
  }

  /**
   * Where requests may go, and how.
   *
   * @param timeout for a whole attempt, unless a webhook says otherwise
   */
  public record Outbound(
      boolean allowHttp, List<Cidr> allowedNetworks, Duration timeout, Connections connections) {}

  /**
   * The connections to receivers.
   *
   * @param maxPerHost how many requests may be under way to one host and port
   * @param responseSample bytes of an answer's body that are kept
   * @param authorities trusted besides those that Java knows
   * @param proxy null where there is none
   */
  public record Connections(
      Duration connectTimeout,
      int maxPerHost,
      int responseSample,
      List<X509Certificate> authorities,
      @Nullable URI proxy) {

    /** Its address may hold a password. */
    @Override
    public String toString() {
      return "Connections[redacted]";
    }
  }

  /**
   * How deliveries are dispatched.
   *
   * @param maxInFlightPerWebhook unless it or its tenant says otherwise
   * @param maxInFlightLimit the most that they may say
   * @param pools the tenants with a pool of their own, and its size
   * @param tenantShare percent of the shared pool that one tenant may take
   * @param keptForAnswering percent of all places that are for webhooks that answer
   * @param tenantLimit null where there is none
   */
  public record Dispatch(
      Mode mode,
      Duration pollInterval,
      int pollBatch,
      int maxInFlight,
      int maxInFlightPerWebhook,
      int maxInFlightLimit,
      Map<TenantId, Integer> pools,
      int tenantShare,
      int keptForAnswering,
      Ramp slowStart,
      @Nullable RateLimit tenantLimit) {

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

  /**
   * What webhooks' secrets are sealed with.
   *
   * @param key null for that of the key file, which is made if it is not there
   * @param previousKeys seal no more, and still open
   */
  public record Secrets(@Nullable SealingKey key, Path keyFile, List<SealingKey> previousKeys) {}

  /**
   * How often to look for alerts, and how they are told.
   *
   * @param digestInterval for owners, of deliveries that were given up
   * @param smtp null where no mail is sent
   */
  public record Alerts(
      Duration interval, Duration digestInterval, Mail mail, @Nullable SmtpSettings smtp) {}

  /** How many mails a tenant gets in an hour, and where to. */
  public record Mail(int perTenantHour, MailDomains domains) {}

  /**
   * How much tenants may have that have no quotas of their own.
   *
   * @param maxStoredBytes of the disk that the database is on
   */
  public record Quotas(int maxWebhooks, int maxApiKeys, Amount maxStoredBytes) {}

  /**
   * How events are taken in.
   *
   * @param maxData bytes of an event's data, where its tenant has no such quota of its own
   */
  public record Publish(Duplicates duplicates, int maxData) {}

  /**
   * What sources may send.
   *
   * @param maxBody bytes
   */
  public record Inbound(int maxBody) {}

  /**
   * For how long history is kept.
   *
   * @param archive where it is written to before it is removed; null for nowhere
   */
  public record Retention(
      Duration delivered,
      Duration attempts,
      Duration dead,
      Duration audit,
      @Nullable Path archive) {}
}
