package posthorn.bootstrap.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.application.testing.Seals;
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
import posthorn.domain.alert.MailDomains;
import posthorn.domain.circuit.Ramp;
import posthorn.domain.net.Cidr;
import posthorn.domain.net.TrustedProxies;
import posthorn.domain.ratelimit.RateLimit;
import posthorn.domain.retry.BackoffSchedule;
import posthorn.domain.retry.DelayList;
import posthorn.domain.retry.RetryOn;
import posthorn.domain.retry.RetryPolicy;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.TimeoutPolicy;
import posthorn.domain.tenant.TenantId;
import posthorn.http.HttpServer.Duplicates;
import posthorn.outbound.mail.SmtpSettings;
import posthorn.sqlite.Durability;

class SourcesTest {
  private static final HttpBounds BOUNDS = new HttpBounds(4096, 512, null);

  @TempDir Path folder;

  @Test
  void the_defaults() throws ConfigurationException {
    assertThat(Sources.read(null, Map.of(), Map.of()))
        .isEqualTo(
            new Configuration(
                new Http("127.0.0.1", 8080, null, Set.of(), TrustedProxies.NONE, BOUNDS),
                Path.of("posthorn-data"),
                new Store(
                    Path.of("posthorn-data/posthorn.db"),
                    Durability.FULL,
                    Duration.ofSeconds(5),
                    new Amount.Bytes(512L << 20)),
                null,
                new Outbound(
                    false,
                    List.of(),
                    Duration.ofSeconds(30),
                    new Connections(Duration.ofSeconds(10), 100, 1024, List.of(), null)),
                new Dispatch(
                    Dispatch.Mode.PUSH,
                    Duration.ofSeconds(5),
                    5,
                    1_000,
                    5,
                    50,
                    Map.of(),
                    50,
                    20,
                    Ramp.DEFAULT,
                    null),
                RetryPreset.GATEWAY,
                Duration.ofSeconds(60),
                new Retention(
                    Duration.ofDays(30),
                    Duration.ofDays(30),
                    Duration.ofDays(90),
                    Duration.ofDays(365),
                    null),
                new Publish(Duplicates.REJECT, 256 * 1024),
                new Inbound(1024 * 1024),
                new Secrets(null, Path.of("posthorn-data/secret.key"), List.of()),
                new Alerts(
                    Duration.ofSeconds(30),
                    Duration.ofHours(1),
                    new Mail(100, MailDomains.ALL),
                    null),
                new Configuration.Quotas(1_000, 1_000, new Amount.Percent(80))));
  }

  @Test
  void every_key_is_mapped() throws ConfigurationException {
    Map<String, String> environment =
        Map.ofEntries(
            Map.entry("POSTHORN_HTTP_HOST", "0.0.0.0"),
            Map.entry("POSTHORN_HTTP_PORT", "0"),
            Map.entry("POSTHORN_HTTP_CORS_ORIGINS", "https://app.example,http://localhost:3000"),
            Map.entry("POSTHORN_HTTP_REQUESTS_PER_MINUTE", "600"),
            Map.entry("POSTHORN_HTTP_TRUSTED_PROXIES", "10.0.0.0/8, ::1/128"),
            Map.entry("POSTHORN_HTTP_MAX_CONNECTIONS", "99"),
            Map.entry("POSTHORN_HTTP_MAX_CONNECTIONS_PER_ADDRESS", "9"),
            Map.entry("POSTHORN_HTTP_MAX_BODY_MEMORY", "50000000"),
            Map.entry("POSTHORN_DATA_DIR", "/data"),
            Map.entry("POSTHORN_STORE_URL", "jdbc:sqlite:/elsewhere/p.db"),
            Map.entry("POSTHORN_OPERATOR_KEY", "mine-and-nobody-elses-key"),
            Map.entry("POSTHORN_OUTBOUND_ALLOW_HTTP", "true"),
            Map.entry("POSTHORN_OUTBOUND_ALLOWED_NETWORKS", "127.0.0.0/8, ::1/128"),
            Map.entry("POSTHORN_OUTBOUND_TIMEOUT", "500ms"),
            Map.entry("POSTHORN_OUTBOUND_CONNECT_TIMEOUT", "3s"),
            Map.entry("POSTHORN_OUTBOUND_MAX_CONNECTIONS_PER_HOST", "8"),
            Map.entry("POSTHORN_OUTBOUND_RESPONSE_SAMPLE", "2048"),
            // A file of its own test: what is in it has to be there.
            Map.entry("POSTHORN_OUTBOUND_CA_FILE", ""),
            Map.entry("POSTHORN_OUTBOUND_PROXY", "http://me:secret@proxy.example:3128"),
            Map.entry("POSTHORN_DISPATCH_MODE", "poll"),
            Map.entry("POSTHORN_DISPATCH_POLL_INTERVAL", "2m"),
            Map.entry("POSTHORN_DISPATCH_POLL_BATCH", "7"),
            Map.entry("POSTHORN_DISPATCH_MAX_IN_FLIGHT", "9"),
            Map.entry("POSTHORN_STORE_SYNCHRONOUS", "normal"),
            Map.entry("POSTHORN_STORE_QUERY_TIMEOUT", "2s"),
            Map.entry("POSTHORN_STORAGE_MIN_FREE", "5%"),
            Map.entry("POSTHORN_DISPATCH_MAX_IN_FLIGHT_PER_WEBHOOK", "3"),
            Map.entry("POSTHORN_DISPATCH_MAX_IN_FLIGHT_LIMIT", "30"),
            Map.entry("POSTHORN_DISPATCH_POOLS", "acme=50, globex=20"),
            Map.entry("POSTHORN_DISPATCH_TENANT_SHARE", "40"),
            Map.entry("POSTHORN_DISPATCH_KEPT_FOR_ANSWERING", "10"),
            Map.entry("POSTHORN_DISPATCH_SLOW_START", "1,3,4s"),
            Map.entry("POSTHORN_DISPATCH_TENANT_REQUESTS_PER_MINUTE", "100"),
            Map.entry("POSTHORN_PUBLISH_DUPLICATES", "return"),
            Map.entry("POSTHORN_PUBLISH_MAX_DATA", "5MiB"),
            Map.entry("POSTHORN_INBOUND_MAX_BODY", "2000000"),
            Map.entry("POSTHORN_QUOTAS_MAX_WEBHOOKS", "11"),
            Map.entry("POSTHORN_QUOTAS_MAX_API_KEYS", "12"),
            Map.entry("POSTHORN_QUOTAS_MAX_STORED_BYTES", "3GiB"),
            Map.entry("POSTHORN_RETENTION_DELIVERED", "1d"),
            Map.entry("POSTHORN_RETENTION_ATTEMPTS", "2d"),
            Map.entry("POSTHORN_RETENTION_DEAD", "3d"),
            Map.entry("POSTHORN_RETENTION_AUDIT", "4d"),
            Map.entry("POSTHORN_RETENTION_ARCHIVE_DIR", "/archive"),
            Map.entry("POSTHORN_RETRY_POLICY", "standard"),
            Map.entry("POSTHORN_RETRY_DELAYS", "1s,2h,3d"),
            Map.entry("POSTHORN_RETRY_MAX_ATTEMPTS", "3"),
            Map.entry("POSTHORN_RETRY_MAX_AGE", "36h"),
            Map.entry("POSTHORN_SECRETS_KEY", Seals.key(1).text()),
            Map.entry("POSTHORN_SECRETS_KEY_FILE", "/keys/mine"),
            Map.entry(
                "POSTHORN_SECRETS_PREVIOUS_KEYS", Seals.key(2).text() + ", " + Seals.key(3).text()),
            Map.entry("POSTHORN_ALERTS_INTERVAL", "5s"),
            Map.entry("POSTHORN_ALERTS_DIGEST_INTERVAL", "10m"),
            Map.entry("POSTHORN_MAIL_PER_TENANT_HOUR", "7"),
            Map.entry("POSTHORN_MAIL_ALLOWED_DOMAINS", "example.com, Example.ORG"),
            Map.entry("POSTHORN_SMTP_HOST", "mail.example"),
            Map.entry("POSTHORN_SMTP_PORT", "2525"),
            Map.entry("POSTHORN_SMTP_SECURITY", "tls"),
            Map.entry("POSTHORN_SMTP_USER", "me"),
            Map.entry("POSTHORN_SMTP_PASSWORD", "geheim"),
            Map.entry("POSTHORN_SMTP_FROM", "posthorn@mail.example"),
            Map.entry("POSTHORN_SMTP_TIMEOUT", "7s"),
            Map.entry("POSTHORN_LEASE", "10s"),
            Map.entry("PATH", "/bin"));
    // All but those that only a database with users has.
    assertThat(environment).hasSize(Setting.values().length - 2 + 1);

    var domains = new MailDomains(Set.of("example.com", "example.org"));
    assertThat(Sources.read(null, environment, Map.of()))
        .isEqualTo(
            new Configuration(
                new Http(
                    "0.0.0.0",
                    0,
                    600,
                    Set.of("https://app.example", "http://localhost:3000"),
                    new TrustedProxies(
                        Stream.of("10.0.0.0/8", "::1/128")
                            .map(text -> Cidr.parse(text).orElseThrow())
                            .toList()),
                    new HttpBounds(99, 9, 50_000_000)),
                Path.of("/data"),
                new Store(
                    Path.of("/elsewhere/p.db"),
                    Durability.NORMAL,
                    Duration.ofSeconds(2),
                    new Amount.Percent(5)),
                new OperatorKey("mine-and-nobody-elses-key"),
                new Outbound(
                    true,
                    Stream.of("127.0.0.0/8", "::1/128")
                        .map(text -> Cidr.parse(text).orElseThrow())
                        .toList(),
                    Duration.ofMillis(500),
                    new Connections(
                        Duration.ofSeconds(3),
                        8,
                        2048,
                        List.of(),
                        URI.create("http://me:secret@proxy.example:3128"))),
                new Dispatch(
                    Dispatch.Mode.POLL,
                    Duration.ofMinutes(2),
                    7,
                    9,
                    3,
                    30,
                    Map.of(new TenantId("acme"), 50, new TenantId("globex"), 20),
                    40,
                    10,
                    new Ramp(1, 3, Duration.ofSeconds(4)),
                    new RateLimit(100, 20)),
                new RetryPreset(
                    "standard",
                    new RetryPolicy(
                        3,
                        BackoffSchedule.exactly(
                            new DelayList(
                                List.of(
                                    Duration.ofSeconds(1),
                                    Duration.ofHours(2),
                                    Duration.ofDays(3)))),
                        RetryOn.ALL,
                        true,
                        Duration.ofHours(36)),
                    TimeoutPolicy.of(Duration.ofMillis(500))),
                Duration.ofSeconds(10),
                new Retention(
                    Duration.ofDays(1),
                    Duration.ofDays(2),
                    Duration.ofDays(3),
                    Duration.ofDays(4),
                    Path.of("/archive")),
                new Publish(Duplicates.RETURN, 5 * 1024 * 1024),
                new Inbound(2_000_000),
                new Secrets(
                    Seals.key(1), Path.of("/keys/mine"), List.of(Seals.key(2), Seals.key(3))),
                new Alerts(
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(10),
                    new Mail(7, domains),
                    new SmtpSettings(
                        "mail.example",
                        2525,
                        SmtpSettings.Security.TLS,
                        new SmtpSettings.Credentials("me", "geheim"),
                        "posthorn@mail.example",
                        Duration.ofSeconds(7),
                        List.of(),
                        domains)),
                new Configuration.Quotas(11, 12, new Amount.Bytes(3L << 30))));
  }

  @Test
  void a_mail_server_needs_an_address_to_send_from_and_a_user_a_password() {
    var failure =
        catchThrowableOfType(
            ConfigurationException.class,
            () ->
                Sources.read(
                    null,
                    Map.of(
                        "POSTHORN_SMTP_HOST", "mail.example",
                        "POSTHORN_SMTP_SECURITY", "ssl",
                        "POSTHORN_SMTP_PASSWORD", "geheim"),
                    Map.of()));

    assertThat(failure.mistakes())
        .hasSize(3)
        .contains("POSTHORN_SMTP_HOST=mail.example in the environment needs POSTHORN_SMTP_FROM")
        .anyMatch(mistake -> mistake.startsWith("POSTHORN_SMTP_SECURITY"))
        .anyMatch(mistake -> mistake.startsWith("smtp.user"))
        .noneMatch(mistake -> mistake.contains("geheim"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1023", "5MiB1", "6MiB", "5242881", "10%", "much", "8TiB"})
  void the_limit_of_data_is_between_a_kibibyte_and_five_mebibytes(String text) {
    var failure =
        catchThrowableOfType(
            ConfigurationException.class,
            () -> Sources.read(null, Map.of("POSTHORN_PUBLISH_MAX_DATA", text), Map.of()));

    assertThat(failure.mistakes())
        .containsExactly(
            "POSTHORN_PUBLISH_MAX_DATA in the environment must be an amount from 1KiB to 5MiB such"
                + " as 256KiB, not '"
                + text
                + "'");
  }

  @Test
  void the_limit_of_data_may_be_written_as_plain_bytes() throws Exception {
    assertThat(
            Sources.read(null, Map.of("POSTHORN_PUBLISH_MAX_DATA", "1048576"), Map.of())
                .publish()
                .maxData())
        .isEqualTo(1 << 20);
  }

  @Test
  void a_file_beats_the_defaults_the_environment_the_file_and_a_flag_all() throws Exception {
    Path file = write("http.port = 1001\nhttp.host = file\nlease = 31s\n");
    Configuration configuration =
        Sources.read(
            file,
            Map.of("POSTHORN_HTTP_HOST", "environment", "POSTHORN_LEASE", "32s"),
            Map.of(Setting.LEASE, "33s"));

    assertThat(configuration.http())
        .isEqualTo(new Http("environment", 1001, null, Set.of(), TrustedProxies.NONE, BOUNDS));
    assertThat(configuration.lease()).isEqualTo(Duration.ofSeconds(33));
  }

  @Test
  void a_command_may_have_defaults_of_its_own_which_all_else_beats() throws Exception {
    Configuration configuration =
        Sources.read(
            new Sources.OfCommand(Map.of(Setting.LEASE, "40s", Setting.HTTP_PORT, "1"), Map.of()),
            write("http.port = 2\n"),
            Map.of(),
            Map.of());

    assertThat(configuration.lease()).isEqualTo(Duration.ofSeconds(40));
    assertThat(configuration.http().port()).isEqualTo(2);
  }

  @Test
  void what_would_keep_data_is_refused_where_data_is_temporary() {
    var places = Map.of(Setting.DATA_DIR, folder.toString(), Setting.STORE_URL, "");

    assertThatThrownBy(() ->
            Sources.read(
                new Sources.OfCommand(Map.of(), places),
                write("store.url = jdbc:sqlite:kept.db\n"),
                Map.of("POSTHORN_DATA_DIR", "kept"),
                Map.of(Setting.DATA_DIR, "kept")))
        .hasMessageContaining("store.url in ")
        .hasMessageContaining("POSTHORN_DATA_DIR in the environment cannot be set")
        .hasMessageContaining("--data-dir cannot be set for this command, whose data is temporary");
  }

  @Test
  void an_empty_folder_or_file_is_refused() {
    assertThatThrownBy(() -> Sources.read(null, Map.of(), Map.of(Setting.DATA_DIR, "")))
        .hasMessage("--data-dir is empty");
    assertThatThrownBy(() -> Sources.read(Path.of(""), Map.of(), Map.of()))
        .hasMessage("--config is empty");
    assertThatThrownBy(() -> Sources.read(null, Map.of("POSTHORN_CONFIG", ""), Map.of()))
        .hasMessage("POSTHORN_CONFIG in the environment is empty");
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1048576, 1048576", "2MiB, 2097152", "25MiB, 26214400"})
  void the_limit_of_a_message_may_have_a_unit(String text, int bytes) throws Exception {
    assertThat(
            Sources.read(null, Map.of(), Map.of(Setting.INBOUND_MAX_BODY, text))
                .inbound()
                .maxBody())
        .isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "26MiB", "10%", "-1"})
  void the_limit_of_a_message_has_bounds(String text) {
    assertThatThrownBy(() -> Sources.read(null, Map.of(), Map.of(Setting.INBOUND_MAX_BODY, text)))
        .hasMessageContaining("must be an amount from 1 to 25MiB such as 1MiB");
  }

  @Test
  void the_environment_may_name_the_file() throws Exception {
    Path file = write("http.port = 1001\n");

    assertThat(
            Sources.read(null, Map.of("POSTHORN_CONFIG", file.toString()), Map.of()).http().port())
        .isEqualTo(1001);
  }

  @Test
  void all_mistakes_are_named_at_once() throws Exception {
    Path file = write("htpp.port = 1\nstore.url = jdbc:postgresql:x\n");
    var environment =
        Map.of(
            "POSTHORN_PORT", "1",
            "POSTHORN_HTTP_PORT", "eighty",
            "POSTHORN_STORE_USER", "me",
            "POSTHORN_OUTBOUND_ALLOWED_NETWORKS", "10.0.0.0/8,nonsense",
            "POSTHORN_LEASE", "30s");

    var failure =
        catchThrowableOfType(
            ConfigurationException.class,
            () -> Sources.read(file, environment, Map.of(Setting.RETRY_POLICY, "never")));

    assertThat(failure.mistakes())
        .hasSize(8)
        .anyMatch(mistake -> mistake.startsWith("htpp.port in "))
        .anyMatch(mistake -> mistake.startsWith("store.url in ") && mistake.contains("not supp"))
        .contains(
            "POSTHORN_PORT in the environment is not a setting; did you mean POSTHORN_HTTP_PORT?",
            "POSTHORN_HTTP_PORT in the environment must be a number from 0 to 65535,"
                + " not 'eighty'",
            "POSTHORN_STORE_USER in the environment is for a database with users,"
                + " and SQLite has none",
            "--retry-policy must be one of gateway, gateway-6, consensus, tenant, standard,"
                + " not 'never'",
            "POSTHORN_LEASE=30s in the environment must be longer than outbound.timeout (30s)");
  }

  @Test
  void what_kubernetes_makes_for_a_service_named_posthorn_is_ignored() throws Exception {
    Map<String, String> made =
        Map.ofEntries(
            Map.entry("POSTHORN_SERVICE_HOST", "10.96.0.7"),
            Map.entry("POSTHORN_SERVICE_PORT", "8080"),
            Map.entry("POSTHORN_SERVICE_PORT_HTTP", "8080"),
            Map.entry("POSTHORN_PORT", "tcp://10.96.0.7:8080"),
            Map.entry("POSTHORN_PORT_8080_TCP", "tcp://10.96.0.7:8080"),
            Map.entry("POSTHORN_PORT_8080_TCP_PROTO", "tcp"),
            Map.entry("POSTHORN_PORT_8080_TCP_PORT", "8080"),
            Map.entry("POSTHORN_PORT_8080_TCP_ADDR", "10.96.0.7"),
            Map.entry("POSTHORN_WEB_SERVICE_HOST", "fd00::7"),
            Map.entry("POSTHORN_WEB_SERVICE_PORT_METRICS_2", "9090"),
            Map.entry("POSTHORN_WEB_PORT", "udp://[fd00::7]:53"),
            Map.entry("POSTHORN_WEB_PORT_53_UDP_ADDR", "fd00::7"),
            Map.entry("POSTHORN_WEB_PORT_9_SCTP_PROTO", "sctp"));

    assertThat(Sources.read(null, made, Map.of()))
        .isEqualTo(Sources.read(null, Map.of(), Map.of()));
  }

  @Test
  void a_variable_that_only_resembles_those_of_kubernetes_is_no_setting() {
    Map<String, String> mistyped =
        Map.of(
            "POSTHORN_PORT", "9000",
            "POSTHORN_SERVICE_HOST", "not an address",
            "POSTHORN_SERVICE_NAME", "posthorn",
            "POSTHORN_PORT_8080", "tcp://10.96.0.7:8080",
            "POSTHORN_PORT_8080_TCP_PROTO", "http");

    assertThat(mistakesOf(mistyped))
        .hasSize(5)
        .contains(
            "POSTHORN_PORT in the environment is not a setting; did you mean POSTHORN_HTTP_PORT?");
  }

  @Test
  void a_setting_that_kubernetes_overwrites_is_named_with_its_cause() {
    var environment =
        Map.of(
            "POSTHORN_HTTP_PORT", "tcp://10.96.0.7:8080",
            "POSTHORN_SMTP_PORT", "tcp://10.96.0.8:25");

    assertThat(mistakesOf(environment))
        .hasSize(2)
        .allMatch(mistake -> mistake.contains("enableServiceLinks: false"))
        .anyMatch(mistake -> mistake.contains("a Service named posthorn-http"));
  }

  @Test
  void a_mistyped_setting_gets_the_nearest_name_wherever_it_stands() throws Exception {
    Path file =
        write(
            """
            http.prot = 8080
            httpHost = ::1
            max_connections_per_host = 5
            nonsense = 1
            """);
    var failure =
        catchThrowableOfType(
            ConfigurationException.class,
            () -> Sources.read(file, Map.of("POSTHORN_DATADIR", "x"), Map.of()));

    assertThat(failure.mistakes())
        .containsExactlyInAnyOrder(
            "http.prot in " + file + " is not a setting; did you mean http.port?",
            "httpHost in " + file + " is not a setting; did you mean http.host?",
            "max_connections_per_host in "
                + file
                + " is not a setting; did you mean outbound.max_connections_per_host?",
            "nonsense in " + file + " is not a setting",
            "POSTHORN_DATADIR in the environment is not a setting;"
                + " did you mean POSTHORN_DATA_DIR?");
  }

  @Test
  void a_yaml_file_is_recognised_by_its_name_or_its_form() throws Exception {
    Path named = Files.writeString(folder.resolve("posthorn.yaml"), "http.port: 8080\n");
    Path formed = write("# ours\nhttp:\n  port: 8080\n");

    for (Path file : List.of(named, formed)) {
      assertThatThrownBy(() -> Sources.read(file, Map.of(), Map.of()))
          .hasMessage(file + " looks like YAML; write properties, a line each: http.port = 8080");
    }
    // Colons are good properties too.
    assertThat(Sources.read(write("http.port: 1001\n"), Map.of(), Map.of()).http().port())
        .isEqualTo(1001);
  }

  @Test
  void a_duration_may_be_in_days_and_its_rule_says_so() {
    assertThat(mistakesOf(Map.of("POSTHORN_RETENTION_DEAD", "1y")))
        .singleElement()
        .asString()
        .endsWith("must be a duration above zero such as 500ms, 30s, 5m, 12h or 30d, not '1y'");
  }

  @Test
  void a_value_that_conflicts_with_another_names_both_values_and_where_they_are_from() {
    assertThatThrownBy(() -> Sources.read(null, Map.of(), Map.of(Setting.LEASE, "10s")))
        .hasMessage("--lease=10s must be longer than outbound.timeout (30s)");
    assertThatThrownBy(() -> Sources.read(null, Map.of(), Map.of(Setting.OUTBOUND_TIMEOUT, "90s")))
        .hasMessage("lease=60s (the built-in default) must be longer than outbound.timeout (90s)");
    assertThatThrownBy(
            () -> Sources.read(null, Map.of(), Map.of(Setting.SMTP_HOST, "mail.example")))
        .hasMessage("--smtp-host=mail.example needs --smtp-from");
  }

  @Test
  void another_database_is_one_clear_sentence_without_its_password() {
    assertThat(mistakesOf(Map.of("POSTHORN_STORE_URL", "jdbc:oracle:thin:me/secret@x")))
        .containsExactly(
            "POSTHORN_STORE_URL in the environment must be jdbc:sqlite:FILE with the path of a"
                + " file; other databases are not supported");
  }

  @Test
  void a_file_that_cannot_be_read_is_told_in_words() throws Exception {
    Path latin = folder.resolve("latin");
    Files.write(latin, new byte[] {(byte) 0xFC});

    assertThatThrownBy(() -> Sources.read(folder.resolve("missing"), Map.of(), Map.of()))
        .hasMessageEndingWith("missing cannot be read: there is no such file or folder");
    assertThatThrownBy(() -> Sources.read(folder, Map.of(), Map.of()))
        .hasMessageEndingWith("cannot be read: it is a folder");
    assertThatThrownBy(() -> Sources.read(latin, Map.of(), Map.of()))
        .hasMessageEndingWith("cannot be read: it is not text in UTF-8");
  }

  @Test
  void every_setting_is_in_one_group_of_the_help() {
    assertThat(SettingGroup.inOrder()).containsExactlyInAnyOrder(Setting.values());
  }

  private static List<String> mistakesOf(Map<String, String> environment) {
    return catchThrowableOfType(
            ConfigurationException.class, () -> Sources.read(null, environment, Map.of()))
        .mistakes();
  }

  @Test
  void delays_attempts_and_an_age_have_the_bounds_that_a_webhooks_have() {
    var environment =
        Map.of(
            "POSTHORN_RETRY_DELAYS", "1s,31d",
            "POSTHORN_RETRY_MAX_ATTEMPTS", "101",
            "POSTHORN_RETRY_MAX_AGE", "366d");

    var failure =
        catchThrowableOfType(
            ConfigurationException.class, () -> Sources.read(null, environment, Map.of()));

    assertThat(failure.mistakes())
        .containsExactlyInAnyOrder(
            "POSTHORN_RETRY_DELAYS in the environment must be 1 to 100 durations of at most 30d"
                + " such as 1s,2m,3h, not '1s,31d'",
            "POSTHORN_RETRY_MAX_ATTEMPTS in the environment must be a number from 1 to 100,"
                + " not '101'",
            "POSTHORN_RETRY_MAX_AGE in the environment must be a duration from 1s to 365d such as"
                + " 12h or 7d, not '366d'");
  }

  @Test
  void delays_take_the_place_of_the_presets_and_leave_its_attempts() throws Exception {
    RetryPreset retry =
        Sources.read(
                null,
                Map.of("POSTHORN_RETRY_POLICY", "consensus", "POSTHORN_RETRY_DELAYS", "3s"),
                Map.of())
            .retry();

    assertThat(retry.name()).isEqualTo("consensus");
    assertThat(retry.policy())
        .isEqualTo(
            new RetryPolicy(
                5,
                BackoffSchedule.exactly(new DelayList(List.of(Duration.ofSeconds(3)))),
                RetryOn.CLASSIFIED));
  }

  @Test
  void a_file_that_was_named_must_be_there() {
    var failure =
        catchThrowableOfType(
            ConfigurationException.class,
            () -> Sources.read(folder.resolve("missing"), Map.of(), Map.of()));

    assertThat(failure.mistakes()).singleElement().asString().contains("missing");
  }

  @Test
  void a_sealing_key_that_is_none_is_refused_without_what_was_given() {
    for (String name : List.of("POSTHORN_SECRETS_KEY", "POSTHORN_SECRETS_PREVIOUS_KEYS")) {
      assertThatThrownBy(() -> Sources.read(null, Map.of(name, "too-short"), Map.of()))
          .hasMessageContaining(name)
          .hasMessageContaining("32 bytes")
          .message()
          .doesNotContain("too-short");
    }
  }

  @Test
  void an_operator_key_is_never_printed() throws ConfigurationException {
    String key = "hush-hush-hush-hush-hush";
    var configuration = Sources.read(null, Map.of("POSTHORN_OPERATOR_KEY", key), Map.of());

    assertThat(configuration.toString()).doesNotContain("hush");
  }

  @Test
  void an_operator_key_that_can_be_guessed_or_not_be_sent_is_refused_with_what_to_do() {
    for (String key :
        List.of(
            "23-characters-and-short",
            "a key that has spaces in it",
            "ein-Schlüssel-mit-Umlauten")) {
      assertThatThrownBy(() -> Sources.read(null, Map.of("POSTHORN_OPERATOR_KEY", key), Map.of()))
          .hasMessageContaining("POSTHORN_OPERATOR_KEY")
          .hasMessageContaining("at least 24 characters")
          .hasMessageContaining("openssl rand -base64 32")
          .message()
          .doesNotContain(key);
    }
  }

  @Test
  void a_file_with_secrets_in_it_that_others_can_read_is_refused_with_what_to_do()
      throws Exception {
    Path file =
        write(
            """
            operator_key = mine-and-nobody-elses-key
            outbound.proxy = http://me:secret@proxy.example:3128
            smtp.password =
            """);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    assertThatThrownBy(() -> Sources.read(file, Map.of(), Map.of()))
        .hasMessageContaining("(operator_key, outbound.proxy)")
        .hasMessageContaining("chmod 600 " + file)
        .message()
        .doesNotContain("mine", "secret@");

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(Sources.read(file, Map.of(), Map.of()).operatorKey()).isNotNull();
  }

  @Test
  void a_file_without_secrets_may_be_read_by_all() throws Exception {
    Path file = write("http.port = 1001\noutbound.proxy = http://proxy.example:3128\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    assertThat(Sources.read(file, Map.of(), Map.of()).http().port()).isEqualTo(1001);
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("posthorn.properties"), text);
  }

  @Test
  void a_ca_file_is_read_and_one_that_is_none_is_named() throws Exception {
    Path file = folder.resolve("ca.pem");
    String key = "POSTHORN_OUTBOUND_CA_FILE";
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                folder.resolve("store").toString(),
                "-storepass",
                "changeit",
                "-keyalg",
                "EC",
                "-dname",
                "CN=Our Authority")
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore store =
        KeyStore.getInstance(folder.resolve("store").toFile(), "changeit".toCharArray());
    String encoded =
        Base64.getMimeEncoder().encodeToString(store.getCertificate("mykey").getEncoded());
    Files.writeString(
        file, "-----BEGIN CERTIFICATE-----\n" + encoded + "\n-----END CERTIFICATE-----\n");

    assertThat(
            Sources.read(null, Map.of(key, file.toString()), Map.of())
                .outbound()
                .connections()
                .authorities())
        .containsExactly((X509Certificate) store.getCertificate("mykey"));

    Files.writeString(file, "not a certificate");
    assertThatThrownBy(() -> Sources.read(null, Map.of(key, file.toString()), Map.of()))
        .hasMessageContaining(key)
        .hasMessageContaining("PEM");
  }

  @Test
  void a_proxy_that_is_none_is_refused_without_its_password() {
    for (String proxy :
        List.of("me:secret@proxy:1", "https://me:secret@proxy:1", "http://me:secret@proxy")) {
      assertThatThrownBy(
              () -> Sources.read(null, Map.of("POSTHORN_OUTBOUND_PROXY", proxy), Map.of()))
          .hasMessageContaining("POSTHORN_OUTBOUND_PROXY")
          .message()
          .doesNotContain("secret");
    }
  }
}
