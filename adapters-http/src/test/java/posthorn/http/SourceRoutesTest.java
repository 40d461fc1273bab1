package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.application.inbound.CreateSource;
import posthorn.application.testing.SeededRandomness;
import posthorn.application.testing.SequentialIds;
import posthorn.domain.access.Role;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.inbound.SourceSettings;
import posthorn.domain.inbound.WrittenSource;
import posthorn.domain.signing.ReceivedHeaders;
import posthorn.domain.signing.Verification;
import posthorn.domain.tenant.TenantId;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

class SourceRoutesTest {
  private static final String PATH = "/v1/sources";
  private static final String GITHUB = "{\"name\": \"github\", \"kind\": \"github\"}";
  private static final String DISCORD_KEY =
      "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8";
  private static final String PUBLIC = "whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=";

  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void a_source_is_made_and_its_secret_shown_this_once() throws Exception {
    Answer made = api.post(PATH, GITHUB);

    assertThat(made.status()).isEqualTo(201);
    String id = made.body().path("id").asString();
    assertThat(id).startsWith("src_");
    assertThat(made.body().path("secret").asString()).startsWith("whsec_");
    assertThat(made.body().path("receive_url").asString()).isEqualTo("/gateway/webhooks/" + id);
    assertThat(made.body().path("effective_config"))
        .isEqualTo(
            json(
                "{\"headers\": [\"X-Hub-Signature-256\"], \"tolerance_seconds\": null,"
                    + " \"public_url\": null}"));
    assertThat(made.response().headers().firstValue("Location")).contains(PATH + "/" + id);
    assertThat(made.response().headers().firstValue("ETag")).contains("\"1\"");
    assertThat(api.get(PATH + "/" + id).body().has("secret")).isFalse();
    assertThat(api.get(PATH).response().body()).doesNotContain("whsec_");
  }

  @Test
  void a_secret_of_the_senders_own_is_never_shown() throws Exception {
    Answer made =
        api.post(
            PATH,
            "{\"name\": \"s\", \"kind\": \"slack\", \"secret\":"
                + " \"8f742231b10e8888abcd99yyyzzz85a5\"}");

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.body().has("secret")).isFalse();
    assertThat(made.response().body()).doesNotContain("8f742231");
    assertThat(stored(made).keys().current().text()).isEqualTo("8f742231b10e8888abcd99yyyzzz85a5");
  }

  @Test
  void the_secret_it_was_given_is_what_its_messages_are_checked_with() throws Exception {
    Answer made =
        api.post(
            PATH,
            "{\"name\": \"g\", \"kind\": \"github\", \"secret\": \"It's a Secret to Everybody\"}");
    String signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
    var headers = ReceivedHeaders.of(Map.of("X-Hub-Signature-256", List.of(signature)));
    Instant now = api.engine.time.now();

    assertThat(stored(made).verifier(now).verify(headers, "Hello, World!".getBytes(UTF_8), now))
        .isEqualTo(new Verification.Valid());
  }

  @Test
  void all_that_is_said_about_a_source_is_shown_again() throws Exception {
    String said =
        """
        {"name": "acme", "kind": "timestamped", "signature_header": "X-Acme-Signature",
         "signature_encoding": "base64", "timestamp_header": "X-Acme-Time",
         "tolerance_seconds": 60, "event_type": {"template": "{header:X-Kind}.{/action}"},
         "message_id": {"pointer": "/id"}, "require_json": true, "active": false}
        """;
    JsonNode shown = api.post(PATH, said).body();

    for (String name : json(said).propertyNames()) {
      JsonNode wanted = json(said).path(name);
      JsonNode found = shown.path(name);
      if (wanted.isObject()) {
        wanted
            .propertyNames()
            .forEach(inner -> assertThat(found.path(inner)).isEqualTo(wanted.path(inner)));
      } else {
        assertThat(found).as(name).isEqualTo(wanted);
      }
    }
    assertThat(shown.path("effective_config"))
        .isEqualTo(
            json(
                "{\"headers\": [\"X-Acme-Time\", \"X-Acme-Signature\"], \"tolerance_seconds\":"
                    + " 60, \"public_url\": null}"));
  }

  @Test
  void an_empty_prefix_is_another_thing_than_none() throws Exception {
    JsonNode shown =
        api.post(PATH, "{\"name\": \"a\", \"kind\": \"sha256\", \"signature_prefix\": \"\"}")
            .body();
    assertThat(shown.path("signature_prefix").asString("none")).isEmpty();

    String path = PATH + "/" + shown.path("id").asString();
    JsonNode changed = api.patch(path, "{\"signature_prefix\": null}").body();
    assertThat(changed.path("signature_prefix").isNull()).isTrue();
  }

  @Test
  void all_that_is_wrong_with_a_source_is_said_at_once() throws Exception {
    Answer answer =
        api.post(
            PATH,
            """
            {"name": " ", "kind": "gitea", "secret": " x", "signature_header": "a b",
             "signature_encoding": "octal", "signature_prefix": 7, "timestamp_header": [],
             "tolerance_seconds": "1", "event_type": {"header": "a", "pointer": "/b"},
             "message_id": {"template": "{/id}"}, "require_json": "yes", "active": 1, "nonsense": 1}
            """);

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields())
        .containsExactlyInAnyOrder(
            "name",
            "kind",
            "secret",
            "signature_header",
            "signature_encoding",
            "signature_prefix",
            "timestamp_header",
            "tolerance_seconds",
            "event_type",
            "message_id",
            "message_id.template",
            "require_json",
            "active",
            "nonsense");
    assertThat(api.post(PATH, "{}").wrongFields()).containsExactlyInAnyOrder("name", "kind");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\": \"a\", \"kind\": \"github\", \"signature_encoding\": \"hex\"}",
        "{\"name\": \"a\", \"kind\": \"sha256\", \"timestamp_header\": \"X-T\"}",
        "{\"name\": \"a\", \"kind\": \"stripe\", \"signature_prefix\": \"\"}",
        "{\"name\": \"a\", \"kind\": \"slack\", \"signature_header\": \"X-S\"}",
        "{\"name\": \"a\", \"kind\": \"gitlab\", \"tolerance_seconds\": 60}",
      })
  void what_a_kind_has_fixed_is_refused(String body) throws Exception {
    Answer answer = api.post(PATH, body);
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields()).hasSize(1);
    assertThat(answer.response().body()).contains("must be left out");
  }

  @Test
  void a_public_key_is_for_the_standard_kind_alone() throws Exception {
    String body = "{\"name\": \"a\", \"kind\": \"%s\", \"secret\": \"" + PUBLIC + "\"}";
    Answer standard = api.post(PATH, body.formatted("standard"));
    assertThat(standard.status()).isEqualTo(201);
    Answer github = api.post(PATH, body.formatted("github"));
    assertThat(github.status()).isEqualTo(422);
    assertThat(github.wrongFields()).containsExactly("secret");

    String path = PATH + "/" + standard.body().path("id").asString();
    Answer changed = api.patch(path, "{\"kind\": \"github\"}");
    assertThat(changed.status()).isEqualTo(422);
    assertThat(changed.wrongFields()).containsExactly("kind");
    assertThat(api.post(path + "/rotate-secret", "").wrongFields()).containsExactly("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"svix\"",
        "\"linear\"",
        "\"zoom\"",
        "\"paddle\"",
        "\"calendly\"",
        "\"twilio\", \"public_url\": \"https://a.example/gateway/webhooks/{source_id}\"",
        "\"hubspot\", \"public_url\": \"https://a.example/gateway/webhooks/{source_id}\"",
        "\"square\", \"public_url\": \"https://a.example/gateway/webhooks/{source_id}\"",
        "\"discord\", \"secret\":"
            + " \"03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8\"",
        "\"sendgrid\", \"secret\":"
            + " \"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEDr2LjtURuePQzplybdC+u4CwrqDqBaWjcMMsTbhdbcwHBce"
            + "pxo7yAQGhHPTnlvFYPAZFceEu/1FwCM/QmGUhA==\"",
      })
  void each_provider_has_its_kind(String kind) throws Exception {
    Answer made = api.post(PATH, "{\"name\": \"a\", \"kind\": " + kind + "}");

    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    assertThat(made.body().has("secret")).isEqualTo(!kind.contains("secret"));
    JsonNode shown = api.get(PATH + "/" + made.body().path("id").asString()).body();
    assertThat(shown.path("kind").asString())
        .isEqualTo(json("[" + kind.replaceAll(",.*", "") + "]").path(0).asString());
    assertThat(shown.path("effective_config").path("headers").isEmpty()).isFalse();
  }

  @Test
  void a_kind_that_signs_the_address_is_told_it() throws Exception {
    String square = "{\"name\": \"a\", \"kind\": \"square\"%s}";
    Answer missing = api.post(PATH, square.formatted(""));
    assertThat(missing.status()).isEqualTo(422);
    assertThat(missing.wrongFields()).containsExactly("public_url");
    assertThat(missing.response().body()).contains("/gateway/webhooks/{source_id}");

    String url = "https://a.example/gateway/webhooks/{source_id}";
    Answer made = api.post(PATH, square.formatted(", \"public_url\": \"" + url + "\""));
    String id = made.body().path("id").asString();
    assertThat(made.body().path("public_url").asString()).isEqualTo(url);
    assertThat(made.body().path("effective_config").path("public_url").asString())
        .isEqualTo("https://a.example/gateway/webhooks/" + id);
    assertThat(api.patch(PATH + "/" + id, "{\"kind\": \"github\"}").wrongFields())
        .containsExactly("public_url");
    assertThat(
            api.patch(PATH + "/" + id, "{\"public_url\": \"https://b.example/x\"}")
                .body()
                .path("effective_config")
                .path("public_url")
                .asString())
        .isEqualTo("https://b.example/x");
  }

  @Test
  void a_public_key_is_brought_by_its_owner() throws Exception {
    Answer missing = api.post(PATH, "{\"name\": \"a\", \"kind\": \"discord\"}");
    assertThat(missing.status()).isEqualTo(422);
    assertThat(missing.wrongFields()).containsExactly("secret");
    assertThat(missing.response().body()).contains("public key");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"short", "0200000000000000000000000000000000000000000000000000000000000000"})
  void what_is_no_public_key_of_discord_is_refused_with_where_that_stands(String secret)
      throws Exception {
    String body = "{\"name\": \"a\", \"kind\": \"discord\", \"secret\": \"%s\"}";
    Answer refused = api.post(PATH, body.formatted(secret));
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body().at("/errors/0/message").asString())
        .isEqualTo(
            "must be the public key that Discord shows under General Information: 64 hex digits");

    String path = made(body.formatted(DISCORD_KEY));
    Answer rotated = api.post(path + "/rotate-secret", "{\"secret\": \"%s\"}".formatted(secret));
    assertThat(rotated.body().at("/errors/0/message").asString())
        .startsWith("must be the public key that Discord shows");
    assertThat(api.post(PATH, "{\"kind\": \"discord\", \"secret\": \"short\"}").wrongFields())
        .containsExactlyInAnyOrder("name", "secret");
  }

  @Test
  void a_change_touches_what_it_mentions() throws Exception {
    String path = made(GITHUB);
    Answer changed =
        api.patch(
            path,
            "{\"name\": \"other\", \"active\": false, \"message_id\": {\"header\": \"X-Id\"}}");

    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.body().path("name").asString()).isEqualTo("other");
    assertThat(changed.body().path("active").asBoolean()).isFalse();
    assertThat(changed.body().path("kind").asString()).isEqualTo("github");
    assertThat(changed.body().path("version").asInt()).isEqualTo(2);
    assertThat(changed.body().has("secret")).isFalse();

    JsonNode again = api.put(path, "{\"message_id\": null, \"active\": null}").body();
    assertThat(again.path("message_id").isNull()).isTrue();
    assertThat(again.path("active").asBoolean()).isTrue();
    assertThat(again.path("name").asString()).isEqualTo("other");
    assertThat(api.patch(path, "{\"name\": null, \"kind\": null, \"secret\": \"x\"}").wrongFields())
        .containsExactlyInAnyOrder("name", "kind", "secret");
  }

  @Test
  void a_short_secret_is_refused_with_how_to_make_one() throws Exception {
    String body = "{\"name\": \"a\", \"kind\": \"slack\", \"secret\": \"%s\"}";
    Answer refused = api.post(PATH, body.formatted("x".repeat(15)));
    assertThat(refused.wrongFields()).containsExactly("secret");
    assertThat(refused.response().body()).contains("16 to 255", "openssl rand -hex 32");

    String path = made(body.formatted("x".repeat(16)));
    assertThat(api.post(path + "/rotate-secret", "{\"secret\": \"short\"}").wrongFields())
        .containsExactly("secret");
  }

  @Test
  void another_kind_leaves_out_what_it_does_not_take() throws Exception {
    String path = made("{\"name\": \"a\", \"kind\": \"timestamped\", \"tolerance_seconds\": 60}");
    assertThat(api.patch(path, "{\"kind\": \"github\"}").wrongFields())
        .containsExactly("tolerance_seconds");
    assertThat(api.patch(path, "{\"kind\": \"github\", \"tolerance_seconds\": null}").status())
        .isEqualTo(200);
  }

  @Test
  void what_has_changed_since_it_was_seen_is_not_touched() throws Exception {
    String path = made(GITHUB);
    api.patch(path, "{\"name\": \"other\"}");

    assertThat(api.send(api.authorized(path).header("If-Match", "\"1\"").DELETE()).code())
        .isEqualTo("precondition_failed");
    assertThat(api.send(api.authorized(path).header("If-Match", "\"2\"").DELETE()).status())
        .isEqualTo(204);
    assertThat(api.get(path).status()).isEqualTo(404);
  }

  @Test
  void a_rotated_secret_counts_beside_the_earlier_one_for_a_day() throws Exception {
    Answer made = api.post(PATH, GITHUB);
    String path = PATH + "/" + made.body().path("id").asString();

    Answer rotated = api.post(path + "/rotate-secret", "");

    assertThat(rotated.status()).isEqualTo(200);
    String next = rotated.body().path("secret").asString();
    assertThat(next).startsWith("whsec_").isNotEqualTo(made.body().path("secret").asString());
    Source source = stored(made);
    Instant now = api.engine.time.now();
    assertThat(source.keys().live(now)).hasSize(2);
    assertThat(source.keys().live(now.plus(Duration.ofHours(24)))).hasSize(1);

    Answer own =
        api.post(
            path + "/rotate-secret",
            "{\"secret\": \"own-secret-of-ours\", \"overlap_seconds\": 0}");
    assertThat(own.body().has("secret")).isFalse();
    assertThat(stored(made).keys().live(now)).hasSize(1);
    assertThat(
            api.post(path + "/rotate-secret", "{\"secret\": \"own-secret-of-ours\"}").wrongFields())
        .containsExactly("secret");
    assertThat(api.post(path + "/rotate-secret", "{\"overlap_seconds\": -1}").wrongFields())
        .containsExactly("overlap_seconds");
  }

  @Test
  void sources_are_listed_by_page_and_by_whether_they_are_active() throws Exception {
    made(GITHUB);
    made("{\"name\": \"off\", \"kind\": \"github\", \"active\": false}");
    made("{\"name\": \"last\", \"kind\": \"github\"}");

    JsonNode first = api.get(PATH + "?limit=2").body();
    assertThat(namesOf(first)).containsExactly("github", "off");
    JsonNode rest =
        api.get(PATH + "?limit=2&cursor=" + first.path("next_cursor").asString()).body();
    assertThat(namesOf(rest)).containsExactly("last");
    assertThat(rest.path("next_cursor").isNull()).isTrue();
    assertThat(namesOf(api.get(PATH + "?active=false").body())).containsExactly("off");
  }

  @Test
  void a_tenants_sources_are_its_own() throws Exception {
    String path = made("{\"name\": \"theirs\", \"kind\": \"github\", \"tenant_id\": \"acme\"}");
    String viewer = api.keyOf(TenantId.DEFAULT, Role.VIEWER);

    assertThat(api.get(path).status()).isEqualTo(404);
    assertThat(api.get(path + "?tenant_id=acme").status()).isEqualTo(200);
    assertThat(api.send(api.authorized(path, viewer)).status()).isEqualTo(404);
    assertThat(api.get(PATH).body().path("items").isEmpty()).isTrue();
  }

  @Test
  void there_are_only_so_many() throws Exception {
    var create =
        new CreateSource(api.engine.stores.sources(), new SequentialIds(), new SeededRandomness(2));
    var settings = SourceSettings.of(WrittenSource.of("github"));
    for (int i = 0; i < CreateSource.MOST_SOURCES; i++) {
      create.create(
          new CreateSource.Command(TenantId.DEFAULT, "a", settings, null, true),
          api.engine.time.now());
    }
    Answer answer = api.post(PATH, GITHUB);
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.code()).isEqualTo("too_many_sources");
  }

  private String made(String body) throws Exception {
    Answer answer = api.post(PATH, body);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(201);
    return PATH + "/" + answer.body().path("id").asString();
  }

  private Source stored(Answer made) {
    var id = new SourceId(made.body().path("id").asString());
    return api.engine.stores.sources().find(id).orElseThrow();
  }

  private static List<String> namesOf(JsonNode page) {
    return page.path("items").valueStream().map(source -> source.path("name").asString()).toList();
  }

  private static JsonNode json(String text) {
    return Json.MAPPER.readTree(text);
  }
}
