package posthorn.bootstrap.config;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Every setting there is. The key's words name it everywhere: {@code http.port} in a file, {@code
 * POSTHORN_HTTP_PORT} in the environment, {@code --http-port} as a flag.
 */
public enum Setting {
  ALERTS_INTERVAL("alerts.interval", "30s", "How often to look whether an alert fires or is over."),
  ALERTS_DIGEST_INTERVAL(
      "alerts.digest_interval",
      "1h",
      "How often the owner of a webhook is told of deliveries that were given up, at most."),
  SMTP_HOST(
      "smtp.host", null, "The mail server that notifications are sent by; unless set, no mail is."),
  SMTP_PORT("smtp.port", null, "Its port; unless set, 587, or 465 with tls, or 25 with none."),
  SMTP_SECURITY(
      "smtp.security",
      "starttls",
      "starttls, or tls from the first byte, or none; without the TLS it asks for nothing is"
          + " sent."),
  SMTP_USER("smtp.user", null, "The user to sign in as; unless set, nobody signs in."),
  SMTP_PASSWORD("smtp.password", null, "The password of that user."),
  SMTP_FROM("smtp.from", null, "The address that mails come from; has to be set with smtp.host."),
  SMTP_TIMEOUT("smtp.timeout", "30s", "How long sending a mail may take, from start to end."),
  MAIL_PER_TENANT_HOUR(
      "mail.per_tenant_hour",
      "100",
      "How many mails owners and channels of a tenant get in an hour together, a mail to several"
          + " addresses counted as several; the others wait."),
  MAIL_ALLOWED_DOMAINS(
      "mail.allowed_domains",
      "",
      "The domains that mails may be sent to, with commas between; unless set, all."),
  HTTP_HOST("http.host", "127.0.0.1", "The address to listen on."),
  HTTP_PORT("http.port", "8080", "The port to listen on; 0 for any that is free."),
  HTTP_CORS_ORIGINS(
      "http.cors_origins",
      null,
      "Whose pages may use the API from a browser, such as https://app.example; none if not set."),
  HTTP_REQUESTS_PER_MINUTE(
      "http.requests_per_minute",
      null,
      "How many API requests a minute a tenant may make that has no such quota of its own; unless"
          + " set, no limit."),
  HTTP_TRUSTED_PROXIES(
      "http.trusted_proxies",
      "",
      "Reverse proxies whose X-Forwarded-For or Forwarded says where a request came from, as CIDRs"
          + " such as 10.0.0.0/8 with commas between."),
  HTTP_MAX_CONNECTIONS(
      "http.max_connections", "4096", "How many connections callers may have in all."),
  HTTP_MAX_CONNECTIONS_PER_ADDRESS(
      "http.max_connections_per_address",
      "512",
      "How many of them may come from one address; from this machine, all."),
  HTTP_MAX_BODY_MEMORY(
      "http.max_body_memory",
      null,
      "How many bytes of requests' bodies may be in memory at once; unless set, a quarter of the"
          + " heap."),
  DATA_DIR("data_dir", "posthorn-data", "The folder for the database and what belongs to it."),
  STORE_URL(
      "store.url",
      null,
      "The database, as jdbc:sqlite:FILE; unless set, posthorn.db in the data folder."),
  STORE_USER("store.user", null, "The user of a database that has users; SQLite has none."),
  STORE_PASSWORD("store.password", null, "The password of that user."),
  STORE_SYNCHRONOUS(
      "store.synchronous",
      "full",
      "full: a commit is on disk before it is acknowledged. normal: a power failure may lose the"
          + " last moments."),
  STORE_QUERY_TIMEOUT(
      "store.query_timeout",
      "5s",
      "How long a list or search of a caller may take, waiting included; then it gets 503"
          + " query_too_slow."),
  STORAGE_MIN_FREE(
      "storage.min_free",
      "512MiB",
      "How much of the database's disk stays free for what is under way: with less, new events"
          + " are refused. Bytes such as 512MiB, or a share of the disk such as 5%."),
  OPERATOR_KEY(
      "operator_key",
      null,
      "An operator key of your own, 24 characters or more, in the place of the one that was set"
          + " before; unless set, the first start makes one."),
  OUTBOUND_ALLOW_HTTP(
      "outbound.allow_http", "false", "Whether webhooks may use http and not only https."),
  OUTBOUND_ALLOWED_NETWORKS(
      "outbound.allowed_networks",
      "",
      "Private networks that webhooks may reach, as CIDRs such as 10.0.0.0/8 with commas"
          + " between."),
  OUTBOUND_TIMEOUT(
      "outbound.timeout", "30s", "The time a receiver has for its answer, from start to end."),
  OUTBOUND_CONNECT_TIMEOUT(
      "outbound.connect_timeout", "10s", "The part of it that connecting to an address may take."),
  OUTBOUND_MAX_CONNECTIONS_PER_HOST(
      "outbound.max_connections_per_host",
      "100",
      "How many requests may be under way to one host and port at once, for all webhooks there."),
  OUTBOUND_RESPONSE_SAMPLE(
      "outbound.response_sample",
      "1024",
      "How many bytes of an answer's body are kept for people to read; 65536 at most."),
  OUTBOUND_CA_FILE(
      "outbound.ca_file",
      null,
      "A PEM file with certificates of authorities to trust besides those that Java knows."),
  OUTBOUND_PROXY(
      "outbound.proxy",
      null,
      "A forward proxy for all deliveries: http://user:password@host:port. It looks names up"
          + " itself."),
  DISPATCH_MODE(
      "dispatch.mode",
      "push",
      "push: deliver at once when something is due. poll: look at fixed times, a few at a time."),
  DISPATCH_POLL_INTERVAL("dispatch.poll_interval", "5s", "How often to look, in poll mode."),
  DISPATCH_POLL_BATCH(
      "dispatch.poll_batch", "5", "How many deliveries to take at a time, in poll mode."),
  DISPATCH_MAX_IN_FLIGHT(
      "dispatch.max_in_flight", "1000", "How many requests may be under way at once."),
  DISPATCH_MAX_IN_FLIGHT_PER_WEBHOOK(
      "dispatch.max_in_flight_per_webhook",
      "5",
      "How many of them may go to one webhook, unless it says otherwise."),
  DISPATCH_MAX_IN_FLIGHT_LIMIT(
      "dispatch.max_in_flight_limit",
      "50",
      "The most requests at once that a webhook or a tenant may ask for, as max_in_flight."),
  DISPATCH_POOLS(
      "dispatch.pools",
      "",
      "Tenants with a pool of requests of their own, and how many, such as acme=50,globex=20."),
  DISPATCH_TENANT_SHARE(
      "dispatch.tenant_share",
      "50",
      "How many percent of dispatch.max_in_flight the requests of one tenant may take; a tenant"
          + " with a pool of its own may take all of that."),
  DISPATCH_KEPT_FOR_ANSWERING(
      "dispatch.kept_for_answering",
      "20",
      "How many percent of each pool, of each tenant's share and of each host are kept for webhooks"
          + " whose receivers answer."),
  DISPATCH_SLOW_START(
      "dispatch.slow_start",
      "5,2,10s",
      "After a restart or an outage: how many requests to a webhook in the first second, times how"
          + " much in each second after it, for how long; or off. poll mode has none."),
  DISPATCH_TENANT_REQUESTS_PER_MINUTE(
      "dispatch.tenant_requests_per_minute",
      null,
      "How many requests a minute all webhooks of a tenant get together; unless set, no limit."),
  PUBLISH_DUPLICATES(
      "publish.duplicates",
      "reject",
      "How to answer an event whose idempotency key was seen within 24 hours: reject, with 409; or"
          + " return, with 200 and the first event's id."),
  PUBLISH_MAX_DATA(
      "publish.max_data",
      "256KiB",
      "How many bytes the data of an event may have, unless its tenant's quota max_data_bytes says"
          + " otherwise: from 1KiB to 5MiB."),
  INBOUND_MAX_BODY(
      "inbound.max_body", "1MiB", "How many bytes a message of a source may have; 25MiB at most."),
  QUOTAS_MAX_WEBHOOKS(
      "quotas.max_webhooks",
      "1000",
      "How many webhooks a tenant may have that has no such quota of its own; 10000 at most."),
  QUOTAS_MAX_API_KEYS(
      "quotas.max_api_keys",
      "1000",
      "How many API keys a tenant may have that has no such quota of its own."),
  QUOTAS_MAX_STORED_BYTES(
      "quotas.max_stored_bytes",
      "80%",
      "How much a tenant may store that has no such quota of its own: bytes such as 10GiB, or a"
          + " share of the database's disk."),
  RETENTION_DELIVERED(
      "retention.delivered", "30d", "For how long what was delivered or cancelled is kept."),
  RETENTION_ATTEMPTS("retention.attempts", "30d", "For how long the attempts are kept."),
  RETENTION_DEAD("retention.dead", "90d", "For how long dead letters are kept."),
  RETENTION_AUDIT("retention.audit", "365d", "For how long the audit log is kept."),
  RETENTION_ARCHIVE_DIR(
      "retention.archive_dir",
      null,
      "A folder that what is removed is written to before, as JSON Lines; unless set, none."),
  RETRY_POLICY("retry.policy", "gateway", "The preset that says how often and when to retry."),
  RETRY_DELAYS(
      "retry.delays",
      null,
      "Up to 100 delays of at most 30d each, such as 1s,2m,3h, instead of the preset's. They have"
          + " no jitter; the last is repeated while attempts are left."),
  RETRY_MAX_ATTEMPTS(
      "retry.max_attempts",
      null,
      "How many attempts are made at most, 1 to 100, instead of the preset's number; also with"
          + " retry.delays."),
  RETRY_MAX_AGE(
      "retry.max_age",
      "7d",
      "How old a delivery may get, at most 365d. It is given up if its next attempt would come"
          + " later."),
  SECRETS_KEY(
      "secrets.key",
      null,
      "The key that webhooks' secrets are sealed with, 32 bytes in base64 or hexadecimal; unless"
          + " set, that of the key file."),
  SECRETS_KEY_FILE(
      "secrets.key_file",
      null,
      "The file with that key, made at the first start; unless set, secret.key in the data"
          + " folder."),
  SECRETS_PREVIOUS_KEYS(
      "secrets.previous_keys",
      null,
      "Earlier keys, with commas between, to open what they sealed until 'posthorn keys reencrypt'"
          + " was run."),
  LEASE(
      "lease", "60s", "How long a worker has a delivery to itself; longer than outbound.timeout.");

  private final String key;
  private final @Nullable String defaultText;
  private final String description;

  Setting(String key, @Nullable String defaultText, String description) {
    this.key = key;
    this.defaultText = defaultText;
    this.description = description;
  }

  /** Its name in a file. */
  public String key() {
    return key;
  }

  public @Nullable String defaultText() {
    return defaultText;
  }

  public String description() {
    return description;
  }

  /** Whether only its owner should read it with that text. */
  boolean isSecret(String text) {
    return switch (this) {
      case OPERATOR_KEY, SECRETS_KEY, SECRETS_PREVIOUS_KEYS, SMTP_PASSWORD, STORE_PASSWORD ->
          !text.isEmpty();
      // Before it are the user and the password.
      case OUTBOUND_PROXY -> text.contains("@");
      default -> false;
    };
  }

  /** Its name in the environment. */
  public String environmentName() {
    return Sources.ENVIRONMENT_PREFIX + key.replace('.', '_').toUpperCase(Locale.ROOT);
  }

  /** Its name on the command line. */
  public String flag() {
    return "--" + key.replace('.', '-').replace('_', '-');
  }
}
