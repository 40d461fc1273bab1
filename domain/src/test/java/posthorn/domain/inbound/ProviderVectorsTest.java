package posthorn.domain.inbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import posthorn.domain.signing.ReceivedHeaders;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.Verification;
import posthorn.domain.signing.VerificationKey;
import posthorn.domain.tenant.TenantId;

/**
 * Requests as providers sign them, at sources of their kind; the file tells where they are from.
 */
class ProviderVectorsTest {
  private static final String FILE = "/vectors/inbound-providers.tsv";

  private record Vector(
      String name, Source source, ReceivedHeaders headers, String body, Instant now) {
    Verification verified(Source by, String text, Instant at) {
      return by.verifier(at).verify(headers, text.getBytes(UTF_8), at);
    }
  }

  @TestFactory
  Stream<DynamicTest> a_request_is_valid_as_it_was_signed() {
    return all()
        .map(vector ->
            dynamicTest(
                vector.name,
                () ->
                    assertThat(vector.verified(vector.source, vector.body, vector.now))
                        .isEqualTo(new Verification.Valid())));
  }

  @TestFactory
  Stream<DynamicTest> with_another_key_it_is_not() {
    return all()
        .map(vector ->
            dynamicTest(
                vector.name,
                () ->
                    assertThat(
                            vector.verified(
                                keyed(
                                    vector.source, RotatingSecret.of(new VerificationKey("other"))),
                                vector.body,
                                vector.now))
                        .isEqualTo(new Verification.NoMatch())));
  }

  @Test
  void discords_signature_may_be_in_capitals_throughout_and_not_in_part() {
    Vector discord =
        all().filter(vector -> vector.name.equals("discord")).findFirst().orElseThrow();
    String signature = discord.headers.all("X-Signature-Ed25519").getFirst();
    String capitals = signature.toUpperCase(Locale.ROOT);
    String mixed = capitals.substring(0, 10) + signature.substring(10);

    assertThat(discordSigned(discord, capitals)).isEqualTo(new Verification.Valid());
    assertThat(discordSigned(discord, mixed)).isEqualTo(new Verification.NoMatch());
  }

  private static Verification discordSigned(Vector discord, String signature) {
    ReceivedHeaders headers =
        ReceivedHeaders.of(
            Map.of(
                "X-Signature-Timestamp",
                discord.headers.all("X-Signature-Timestamp"),
                "X-Signature-Ed25519",
                List.of(signature)));
    return discord
        .source
        .verifier(discord.now)
        .verify(headers, discord.body.getBytes(UTF_8), discord.now);
  }

  /** GitLab's token signs nothing. */
  @TestFactory
  Stream<DynamicTest> with_another_body_it_is_not() {
    return all()
        .filter(vector -> !vector.source.settings().kind().name().equals("gitlab"))
        .map(vector ->
            dynamicTest(
                vector.name,
                () ->
                    assertThat(vector.verified(vector.source, vector.body + " ", vector.now))
                        .isEqualTo(new Verification.NoMatch())));
  }

  @TestFactory
  Stream<DynamicTest> a_replaced_key_counts_until_its_overlap_is_over() {
    return all()
        .map(vector ->
            dynamicTest(
                vector.name,
                () -> {
                  var keys = vector.source.keys();
                  var next = new VerificationKey("other");
                  Source rotated =
                      keyed(
                          vector.source,
                          keys.rotate(
                              next, vector.now.minusSeconds(3600), RotatingSecret.DEFAULT_OVERLAP));
                  Source over =
                      keyed(
                          vector.source,
                          keys.rotate(
                              next,
                              vector.now.minus(RotatingSecret.DEFAULT_OVERLAP),
                              RotatingSecret.DEFAULT_OVERLAP));
                  assertThat(vector.verified(rotated, vector.body, vector.now))
                      .isEqualTo(new Verification.Valid());
                  assertThat(vector.verified(over, vector.body, vector.now))
                      .isEqualTo(new Verification.NoMatch());
                }));
  }

  @TestFactory
  Stream<DynamicTest> for_another_address_it_is_not_where_that_is_signed() {
    return all()
        .filter(vector -> vector.source.settings().scheme().signsAddress())
        .map(vector ->
            dynamicTest(
                vector.name,
                () -> {
                  Source source = vector.source;
                  var settings =
                      SourceSettings.of(
                          written(
                              source.settings().kind().name(),
                              Map.of("public_url", "https://other.example.com/hook")));
                  Source elsewhere = source.changed(source.name(), settings, true, vector.now);
                  assertThat(vector.verified(elsewhere, vector.body, vector.now))
                      .isEqualTo(new Verification.NoMatch());
                }));
  }

  @Test
  void every_kind_has_its_vectors_and_these_are_published() {
    assertThat(all().map(vector -> vector.source.settings().kind().name()).distinct())
        .containsExactlyInAnyOrderElementsOf(ProviderPreset.names());
    assertThat(all().map(Vector::name).filter(name -> name.endsWith("-published")))
        .containsExactly(
            "github-published",
            "slack-published",
            "standard-published",
            "twilio-published",
            "twilio-earlier-published",
            "sendgrid-published",
            "paddle-published",
            "square-published");
  }

  private static Source keyed(Source source, RotatingSecret<VerificationKey> keys) {
    return source.with(keys, source.updatedAt());
  }

  private static Stream<Vector> all() {
    try (InputStream file = ProviderVectorsTest.class.getResourceAsStream(FILE)) {
      String text = new String(Objects.requireNonNull(file, FILE).readAllBytes(), UTF_8);
      return text.lines().filter(line -> !line.startsWith("#")).map(ProviderVectorsTest::vector);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Vector vector(String line) {
    List<String> columns = List.of(line.split("\t", -1));
    Instant now = Instant.ofEpochSecond(Long.parseLong(columns.get(6)));
    var settings = SourceSettings.of(written(columns.get(1), pairs(columns.get(2), ",", "=")));
    var source =
        new Source(
            Messages.source(1),
            TenantId.DEFAULT,
            columns.get(0),
            settings,
            RotatingSecret.of(new VerificationKey(columns.get(3))),
            true,
            1,
            now,
            now);
    var headers = new LinkedHashMap<String, List<String>>();
    pairs(columns.get(4), "\\|", ": ").forEach((name, value) -> headers.put(name, List.of(value)));
    return new Vector(columns.get(0), source, ReceivedHeaders.of(headers), columns.get(5), now);
  }

  private static WrittenSource written(String kind, Map<String, String> settings) {
    return new WrittenSource(
        kind,
        new WrittenSource.Signature(
            settings.get("signature_header"),
            settings.get("signature_encoding"),
            settings.get("signature_prefix"),
            settings.get("timestamp_header")),
        null,
        null,
        null,
        null,
        settings.get("public_url"));
  }

  private static Map<String, String> pairs(String text, String separator, String between) {
    var pairs = new LinkedHashMap<String, String>();
    Arrays.stream(text.split(separator, -1))
        .filter(pair -> !pair.isEmpty())
        .forEach(pair -> {
          int end = pair.indexOf(between);
          pairs.put(pair.substring(0, end), pair.substring(end + between.length()));
        });
    return pairs;
  }
}
