package posthorn.bootstrap.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import posthorn.bootstrap.config.Configuration.Alerts;
import posthorn.bootstrap.config.Configuration.Connections;
import posthorn.bootstrap.config.Configuration.Dispatch;
import posthorn.bootstrap.config.Configuration.Http;
import posthorn.bootstrap.config.Configuration.HttpBounds;
import posthorn.bootstrap.config.Configuration.Inbound;
import posthorn.bootstrap.config.Configuration.Mail;
import posthorn.bootstrap.config.Configuration.OperatorKey;
import posthorn.bootstrap.config.Configuration.Outbound;
import posthorn.bootstrap.config.Configuration.Publish;
import posthorn.bootstrap.config.Configuration.Retention;
import posthorn.bootstrap.config.Configuration.Secrets;
import posthorn.bootstrap.config.Configuration.Store;
import posthorn.bootstrap.config.Sources.Value;
import posthorn.domain.alert.MailDomains;
import posthorn.domain.circuit.Ramp;
import posthorn.domain.field.DurationText;
import posthorn.domain.net.Cidr;
import posthorn.domain.net.TrustedProxies;
import posthorn.domain.ratelimit.RateLimit;
import posthorn.domain.retry.DelayList;
import posthorn.domain.retry.RetryPolicy;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.RetrySettings;
import posthorn.domain.sealing.SealingKey;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.Ownership;
import posthorn.http.HttpServer;
import posthorn.http.HttpServer.Duplicates;
import posthorn.outbound.mail.SmtpSettings;
import posthorn.outbound.mail.SmtpSettings.Security;
import posthorn.sqlite.Durability;

/** Turns the texts of settings into values, and gathers what is wrong with them. */
final class Values {
  private static final String SQLITE = "jdbc:sqlite:";
  private static final int MOST_IN_FLIGHT = 10_000;
  private static final int MOST_MAILS = 1_000_000;
  private static final int MOST_KEPT = 90;
  private static final int MOST_CONNECTIONS = 100_000;
  private static final int MOST_SAMPLED = 64 * 1024;

  /** As much as GitHub ever sends. */
  private static final int MOST_RECEIVED = 25 * 1024 * 1024;

  private final Map<Setting, Value> texts;
  private final List<String> mistakes;

  Values(Map<Setting, Value> texts, List<String> mistakes) {
    this.texts = texts;
    this.mistakes = new ArrayList<>(mistakes);
  }

  Configuration configuration() throws ConfigurationException {
    Path dataDir = dataDir();
    var outbound =
        new Outbound(
            value(Setting.OUTBOUND_ALLOW_HTTP, "true or false", Texts::bool, false),
            networks(Setting.OUTBOUND_ALLOWED_NETWORKS),
            duration(Setting.OUTBOUND_TIMEOUT),
            connections());
    var mail = mail();
    var configuration =
        new Configuration(
            http(),
            dataDir,
            store(dataDir),
            operatorKey(),
            outbound,
            dispatch(),
            retry(outbound.timeout()),
            lease(outbound.timeout()),
            new Retention(
                duration(Setting.RETENTION_DELIVERED),
                duration(Setting.RETENTION_ATTEMPTS),
                duration(Setting.RETENTION_DEAD),
                duration(Setting.RETENTION_AUDIT),
                text(Setting.RETENTION_ARCHIVE_DIR).map(Path::of).orElse(null)),
            new Publish(duplicates(), maxData()),
            new Inbound(maxBody()),
            secrets(dataDir),
            new Alerts(
                duration(Setting.ALERTS_INTERVAL),
                duration(Setting.ALERTS_DIGEST_INTERVAL),
                mail,
                smtp(outbound.connections(), mail.domains())),
            quotas());
    if (!mistakes.isEmpty()) {
      throw new ConfigurationException(mistakes);
    }
    return configuration;
  }

  /** Empty, it would be the folder that the command happens to run in. */
  private Path dataDir() {
    if (text(Setting.DATA_DIR).isEmpty()) {
      mistake(Setting.DATA_DIR, "is empty");
    }
    return value(Setting.DATA_DIR, "a folder", Path::of, Path.of("."));
  }

  private Configuration.Quotas quotas() {
    return new Configuration.Quotas(
        number(Setting.QUOTAS_MAX_WEBHOOKS, 0, Quotas.MOST_WEBHOOKS),
        number(Setting.QUOTAS_MAX_API_KEYS, 0, Quotas.MOST),
        value(Setting.QUOTAS_MAX_STORED_BYTES, Amount.RULE, Amount::parse, new Amount.Percent(0)));
  }

  private int maxData() {
    return value(
        Setting.PUBLISH_MAX_DATA,
        "an amount from 1KiB to 5MiB such as 256KiB",
        text ->
            Texts.between(
                Quotas.LEAST_DATA_BYTES,
                Quotas.MOST_DATA_BYTES,
                Math.toIntExact(Amount.bytes(text))),
        Quotas.LEAST_DATA_BYTES);
  }

  private int maxBody() {
    return value(
        Setting.INBOUND_MAX_BODY,
        "an amount from 1 to 25MiB such as 1MiB",
        text -> Texts.between(1, MOST_RECEIVED, Math.toIntExact(Amount.bytes(text))),
        1);
  }

  private @Nullable OperatorKey operatorKey() {
    Optional<String> text = text(Setting.OPERATOR_KEY);
    if (text.isPresent() && !OperatorKey.isUsable(text.get())) {
      // Without what was given: it may be a key with a letter too few.
      mistake(Setting.OPERATOR_KEY, OperatorKey.RULE);
      return null;
    }
    return text.map(OperatorKey::new).orElse(null);
  }

  private Connections connections() {
    return new Connections(
        duration(Setting.OUTBOUND_CONNECT_TIMEOUT),
        number(Setting.OUTBOUND_MAX_CONNECTIONS_PER_HOST, 1, MOST_IN_FLIGHT),
        number(Setting.OUTBOUND_RESPONSE_SAMPLE, 0, MOST_SAMPLED),
        value(
            Setting.OUTBOUND_CA_FILE,
            "a file of certificates in PEM form",
            Texts::certificates,
            List.of()),
        proxy());
  }

  private @Nullable URI proxy() {
    try {
      return text(Setting.OUTBOUND_PROXY).map(Texts::proxy).orElse(null);
    } catch (IllegalArgumentException _) {
      // Without what was given: there may be a password in it.
      mistake(Setting.OUTBOUND_PROXY, "must be a URL such as http://proxy.example:3128");
      return null;
    }
  }

  private Secrets secrets(Path dataDir) {
    return new Secrets(
        text(Setting.SECRETS_KEY).flatMap(text -> key(Setting.SECRETS_KEY, text)).orElse(null),
        value(Setting.SECRETS_KEY_FILE, "a file", Path::of, dataDir.resolve("secret.key")),
        text(Setting.SECRETS_PREVIOUS_KEYS).stream()
            .flatMap(Texts::list)
            .flatMap(text -> key(Setting.SECRETS_PREVIOUS_KEYS, text).stream())
            .toList());
  }

  private Optional<SealingKey> key(Setting setting, String text) {
    Optional<SealingKey> key = SealingKey.parse(text);
    if (key.isEmpty()) {
      // Without what was given: it may be a key with a letter too many.
      mistake(setting, "must be " + SealingKey.RULE);
    }
    return key;
  }

  private Mail mail() {
    return new Mail(
        number(Setting.MAIL_PER_TENANT_HOUR, 1, MOST_MAILS),
        value(
            Setting.MAIL_ALLOWED_DOMAINS,
            MailDomains.NAME_RULE,
            text -> new MailDomains(Texts.list(text).collect(Collectors.toSet())),
            MailDomains.ALL));
  }

  private @Nullable SmtpSettings smtp(Connections connections, MailDomains domains) {
    Optional<String> host = text(Setting.SMTP_HOST);
    Security security =
        value(
            Setting.SMTP_SECURITY,
            "none, starttls or tls",
            text ->
                switch (text) {
                  case "none" -> Security.NONE;
                  case "starttls" -> Security.STARTTLS;
                  case "tls" -> Security.TLS;
                  default -> throw new IllegalArgumentException(text);
                },
            Security.STARTTLS);
    int usual =
        switch (security) {
          case NONE -> 25;
          case STARTTLS -> 587;
          case TLS -> 465;
        };
    int port = text(Setting.SMTP_PORT).isPresent() ? number(Setting.SMTP_PORT, 1, 65_535) : usual;
    Optional<String> from = text(Setting.SMTP_FROM);
    if (from.filter(address -> !Ownership.isEmail(address)).isPresent()) {
      mistake(Setting.SMTP_FROM, Ownership.EMAIL_RULE);
    }
    if (host.isPresent() && from.isEmpty()) {
      Value given = Objects.requireNonNull(texts.get(Setting.SMTP_HOST));
      mistakes.add(given.assigned() + " needs " + given.besides(Setting.SMTP_FROM));
    }
    Optional<String> user = text(Setting.SMTP_USER);
    Optional<String> password = text(Setting.SMTP_PASSWORD);
    if (user.isPresent() != password.isPresent()) {
      mistake(
          user.isPresent() ? Setting.SMTP_PASSWORD : Setting.SMTP_USER,
          "has to be set too: a user and a password belong together");
    }
    Duration timeout = duration(Setting.SMTP_TIMEOUT);
    return host.isEmpty() || from.isEmpty()
        ? null
        : new SmtpSettings(
            host.get(),
            port,
            security,
            user.isEmpty() || password.isEmpty()
                ? null
                : new SmtpSettings.Credentials(user.get(), password.get()),
            from.get(),
            timeout,
            connections.authorities(),
            domains);
  }

  private Duplicates duplicates() {
    return value(
        Setting.PUBLISH_DUPLICATES,
        "reject or return",
        text ->
            switch (text) {
              case "reject" -> Duplicates.REJECT;
              case "return" -> Duplicates.RETURN;
              default -> throw new IllegalArgumentException(text);
            },
        Duplicates.REJECT);
  }

  private Http http() {
    return new Http(
        text(Setting.HTTP_HOST).orElse(""),
        number(Setting.HTTP_PORT, 0, 65_535),
        text(Setting.HTTP_REQUESTS_PER_MINUTE).isPresent()
            ? number(Setting.HTTP_REQUESTS_PER_MINUTE, 1, Quotas.MOST)
            : null,
        value(
            Setting.HTTP_CORS_ORIGINS,
            "origins such as https://app.example, or *",
            Values::origins,
            Set.of()),
        new TrustedProxies(networks(Setting.HTTP_TRUSTED_PROXIES)),
        new HttpBounds(
            number(Setting.HTTP_MAX_CONNECTIONS, 1, MOST_CONNECTIONS),
            number(Setting.HTTP_MAX_CONNECTIONS_PER_ADDRESS, 1, MOST_CONNECTIONS),
            text(Setting.HTTP_MAX_BODY_MEMORY).isPresent()
                ? number(
                    Setting.HTTP_MAX_BODY_MEMORY, HttpServer.LEAST_BODY_MEMORY, Integer.MAX_VALUE)
                : null));
  }

  private Dispatch dispatch() {
    return new Dispatch(
        value(Setting.DISPATCH_MODE, "push or poll", Dispatch.Mode::of, Dispatch.Mode.PUSH),
        duration(Setting.DISPATCH_POLL_INTERVAL),
        number(Setting.DISPATCH_POLL_BATCH, 1, 1_000),
        number(Setting.DISPATCH_MAX_IN_FLIGHT, 1, MOST_IN_FLIGHT),
        number(Setting.DISPATCH_MAX_IN_FLIGHT_PER_WEBHOOK, 1, Flow.MOST_IN_FLIGHT),
        number(Setting.DISPATCH_MAX_IN_FLIGHT_LIMIT, 1, Flow.MOST_IN_FLIGHT),
        value(
            Setting.DISPATCH_POOLS,
            "tenants with numbers from 1 to " + MOST_IN_FLIGHT + " such as acme=50,globex=20",
            Values::pools,
            Map.of()),
        number(Setting.DISPATCH_TENANT_SHARE, 1, 100),
        number(Setting.DISPATCH_KEPT_FOR_ANSWERING, 0, MOST_KEPT),
        value(
            Setting.DISPATCH_SLOW_START,
            "a number, a factor and a duration such as 5,2,10s, or off",
            Values::ramp,
            Ramp.DEFAULT),
        text(Setting.DISPATCH_TENANT_REQUESTS_PER_MINUTE).isPresent() ? tenantLimit() : null);
  }

  private static Set<String> origins(String text) {
    return Texts.list(text)
        .map(origin -> {
          if (!origin.equals("*") && !origin.matches("https?://[^/\\s]+")) {
            throw new IllegalArgumentException(origin);
          }
          return origin;
        })
        .collect(Collectors.toSet());
  }

  private RateLimit tenantLimit() {
    int rate =
        number(Setting.DISPATCH_TENANT_REQUESTS_PER_MINUTE, 1, RateLimit.MAX_REQUESTS_PER_MINUTE);
    // The burst is in the proportion of the usual one.
    int burst = Math.clamp(rate / 5, 1, RateLimit.MAX_BURST);
    return new RateLimit(rate, burst);
  }

  private static Map<TenantId, Integer> pools(String text) {
    return Texts.list(text)
        .map(pool -> pool.split("=", 2))
        .collect(
            Collectors.toMap(
                pool -> new TenantId(pool[0].strip()),
                pool -> Texts.between(1, MOST_IN_FLIGHT, Integer.parseInt(pool[1].strip()))));
  }

  private static Ramp ramp(String text) {
    if (text.equals("off")) {
      return Ramp.OFF;
    }
    List<String> parts = Texts.list(text).toList();
    if (parts.size() != 3) {
      throw new IllegalArgumentException(text);
    }
    return new Ramp(
        Integer.parseInt(parts.get(0)),
        Integer.parseInt(parts.get(1)),
        Texts.positive(Texts.duration(parts.get(2))));
  }

  private Store store(Path dataDir) {
    for (Setting unused : List.of(Setting.STORE_USER, Setting.STORE_PASSWORD)) {
      if (text(unused).isPresent()) {
        mistake(unused, "is for a database with users, and SQLite has none");
      }
    }
    Durability durability =
        value(
            Setting.STORE_SYNCHRONOUS,
            "full or normal",
            text ->
                switch (text) {
                  case "full" -> Durability.FULL;
                  case "normal" -> Durability.NORMAL;
                  default -> throw new IllegalArgumentException(text);
                },
            Durability.FULL);
    Duration queryTimeout = duration(Setting.STORE_QUERY_TIMEOUT);
    Amount minFree =
        value(Setting.STORAGE_MIN_FREE, Amount.RULE, Amount::parse, new Amount.Percent(0));
    return new Store(
        databaseFile().orElse(dataDir.resolve("posthorn.db")), durability, queryTimeout, minFree);
  }

  private Optional<Path> databaseFile() {
    Optional<String> url = text(Setting.STORE_URL);
    Optional<Path> file = url.flatMap(Values::sqliteFile);
    if (url.isPresent() && file.isEmpty()) {
      // Without what was given: a password may be in it.
      mistake(
          Setting.STORE_URL,
          "must be " + SQLITE + "FILE with the path of a file; other databases are not supported");
    }
    return file;
  }

  private static Optional<Path> sqliteFile(String url) {
    String file = url.startsWith(SQLITE) ? url.substring(SQLITE.length()) : "";
    return file.isEmpty() || file.startsWith(":") ? Optional.empty() : Optional.of(Path.of(file));
  }

  private List<Cidr> networks(Setting setting) {
    return value(
        setting,
        "networks such as 10.0.0.0/8,::1/128",
        text -> Texts.list(text).map(cidr -> Cidr.parse(cidr).orElseThrow()).toList(),
        List.of());
  }

  private RetryPreset retry(Duration timeout) {
    RetryPreset preset =
        value(
            Setting.RETRY_POLICY,
            "one of " + String.join(", ", RetryPreset.names()),
            name -> RetryPreset.named(name).orElseThrow(),
            RetryPreset.GATEWAY);
    DelayList delays =
        text(Setting.RETRY_DELAYS).isPresent()
            ? value(
                Setting.RETRY_DELAYS,
                "1 to " + DelayList.MOST + " durations of at most 30d such as 1s,2m,3h",
                text -> new DelayList(Texts.list(text).map(Texts::duration).toList()),
                new DelayList(List.of(Duration.ZERO)))
            : null;
    Integer attempts =
        text(Setting.RETRY_MAX_ATTEMPTS).isPresent()
            ? number(Setting.RETRY_MAX_ATTEMPTS, 1, RetryPolicy.MOST_ATTEMPTS)
            : null;
    Duration maxAge =
        value(
            Setting.RETRY_MAX_AGE,
            "a duration from 1s to 365d such as 12h or 7d",
            Texts::age,
            RetryPolicy.DEFAULT_MAX_AGE);
    // The rule by which a webhook's settings hold on its tenant's.
    return new RetrySettings(preset, null, delays, attempts, maxAge, null, null, timeout)
        .effective(RetryPreset.GATEWAY);
  }

  private Duration lease(Duration timeout) {
    // In place of one that is wrong in itself, one that is not wrong in this way too.
    Duration lease = duration(Setting.LEASE, timeout.plusSeconds(1));
    if (lease.compareTo(timeout) <= 0) {
      mistakes.add(
          Objects.requireNonNull(texts.get(Setting.LEASE)).assigned()
              + " must be longer than "
              + Setting.OUTBOUND_TIMEOUT.key()
              + " ("
              + DurationText.of(timeout)
              + ")");
    }
    return lease;
  }

  private Duration duration(Setting setting) {
    return duration(setting, Duration.ofSeconds(1));
  }

  private Duration duration(Setting setting, Duration other) {
    return value(
        setting,
        "a duration above zero such as 500ms, 30s, 5m, 12h or 30d",
        text -> Texts.positive(Texts.duration(text)),
        other);
  }

  private int number(Setting setting, int min, int max) {
    Value given = texts.get(setting);
    if (given != null && KubernetesVariables.has(given.name(), given.text())) {
      mistake(setting, KubernetesVariables.wayOut(given.name()));
      return min;
    }
    return value(
        setting,
        "a number from " + min + " to " + max,
        text -> Texts.between(min, max, Integer.parseInt(text)),
        min);
  }

  /** The setting's value; where it is not set, or wrong, which is noted, the other. */
  private <T> T value(Setting setting, String wanted, Function<String, T> parser, T other) {
    Optional<String> text = text(setting);
    if (text.isEmpty()) {
      return other;
    }
    try {
      return parser.apply(text.get());
    } catch (RuntimeException _) {
      mistake(setting, "must be " + wanted + ", not '" + text.get() + "'");
      return other;
    }
  }

  private Optional<String> text(Setting setting) {
    Value value = texts.get(setting);
    return value == null || value.text().isEmpty() ? Optional.empty() : Optional.of(value.text());
  }

  private void mistake(Setting setting, String what) {
    Value value = texts.get(setting);
    mistakes.add((value == null ? setting.key() : value.origin()) + " " + what);
  }
}
