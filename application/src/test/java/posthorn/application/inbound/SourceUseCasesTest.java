package posthorn.application.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.application.port.Sources;
import posthorn.application.testing.SeededRandomness;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceSettings;
import posthorn.domain.inbound.WrittenSource;
import posthorn.domain.signing.VerificationKey;
import posthorn.domain.tenant.TenantId;

class SourceUseCasesTest {
  private static final TenantId OTHER = new TenantId("other");
  private static final Instant NOW = TestTime.START;
  private static final Instant LATER = NOW.plusSeconds(1);
  private static final String PUBLIC = "whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=";
  private static final String DISCORD =
      "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8";
  private static final String PUBLIC_KEY_REFUSED = "must be a shared secret, and is a public key";

  private final Sources sources = Stores.inMemory().sources();
  private final SeededRandomness randomness = new SeededRandomness(1);
  private final CreateSource createSource =
      new CreateSource(sources, new SequentialIds(), randomness);
  private final ChangeSource changeSource = new ChangeSource(sources);
  private final RotateSourceSecret rotate = new RotateSourceSecret(sources, randomness);

  @Test
  void a_source_without_a_secret_gets_one_of_32_random_bytes() {
    Source source = created("github", null);

    assertThat(source.keys().current().text()).startsWith("whsec_").hasSize(6 + 44);
    assertThat(source.version()).isEqualTo(1);
    assertThat(sources.of(DEFAULT)).containsExactly(source);
    assertThat(created("github", null).keys()).isNotEqualTo(source.keys());
  }

  @Test
  void a_source_may_have_the_secret_of_its_sender_or_its_public_key() {
    assertThat(created("slack", "x").keys().current()).isEqualTo(new VerificationKey("x"));
    assertThat(created("standard", PUBLIC).keys().current().isPublic()).isTrue();
  }

  @Test
  void a_key_that_its_kind_cannot_use_is_refused() {
    assertThat(createSource.create(command("github", PUBLIC), NOW))
        .isEqualTo(new CreateSource.Result.KeyRefused(PUBLIC_KEY_REFUSED));
    assertThat(createSource.create(command("standard", "whsec_?"), NOW))
        .isInstanceOf(CreateSource.Result.KeyRefused.class);
    assertThat(sources.of(DEFAULT)).isEmpty();
  }

  @Test
  void a_kind_whose_sender_alone_can_sign_needs_its_public_key() {
    assertThat(createSource.create(command("discord", null), NOW))
        .isInstanceOfSatisfying(
            CreateSource.Result.KeyRefused.class,
            refused -> assertThat(refused.reason()).startsWith("is required"));
    assertThat(createSource.create(command("discord", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2L"), NOW))
        .isInstanceOf(CreateSource.Result.KeyRefused.class);

    Source discord = created("discord", DISCORD);
    assertThat(rotate.rotate(DEFAULT, discord.id(), null, Duration.ZERO, NOW))
        .isInstanceOfSatisfying(
            RotateSourceSecret.Result.Refused.class,
            refused -> assertThat(refused.reason()).startsWith("is required"));
    assertThat(rotate.rotate(DEFAULT, discord.id(), new VerificationKey("a"), Duration.ZERO, NOW))
        .isInstanceOf(RotateSourceSecret.Result.Refused.class);
  }

  @Test
  void a_public_key_never_becomes_a_shared_secret() {
    Source discord = created("discord", DISCORD);

    for (String kind : List.of("sha256", "github", "gitlab", "zoom", "standard")) {
      var command = new ChangeSource.Command(discord, "a", settings(kind), true);
      assertThat(changeSource.change(command, LATER))
          .isEqualTo(
              new ChangeSource.Result.KeyRefused("is a public key, with which anybody could sign"));
    }
    assertThat(
            changeSource.change(
                new ChangeSource.Command(discord, "b", settings("discord"), true), LATER))
        .isInstanceOf(ChangeSource.Result.Changed.class);
  }

  @Test
  void a_tenant_has_at_most_a_thousand() {
    for (int i = 0; i < CreateSource.MOST_SOURCES; i++) {
      created("github", null);
    }
    assertThat(createSource.create(command("github", null), NOW))
        .isEqualTo(new CreateSource.Result.TooMany(1_000));
    var others = new CreateSource.Command(OTHER, "a", settings("github"), null, true);
    assertThat(createSource.create(others, NOW)).isInstanceOf(CreateSource.Result.Created.class);
  }

  @Test
  void a_change_needs_the_version_that_was_seen() {
    Source seen = created("github", null);
    var command = new ChangeSource.Command(seen, "Other", settings("sha256"), false);

    assertThat(changeSource.change(command, LATER))
        .isInstanceOfSatisfying(
            ChangeSource.Result.Changed.class,
            changed -> {
              assertThat(changed.source().name()).isEqualTo("Other");
              assertThat(changed.source().active()).isFalse();
              assertThat(changed.source().version()).isEqualTo(2);
              assertThat(changed.source().keys()).isEqualTo(seen.keys());
            });
    assertThat(changeSource.change(command, LATER)).isEqualTo(new ChangeSource.Result.Outdated());
  }

  @Test
  void another_kind_has_to_take_every_secret_that_counts() {
    Source seen = created("standard", PUBLIC);
    rotate.rotate(DEFAULT, seen.id(), new VerificationKey("shared"), Duration.ofHours(1), NOW);
    Source rotated = sources.find(seen.id()).orElseThrow();
    var command = new ChangeSource.Command(rotated, "a", settings("github"), true);

    assertThat(changeSource.change(command, LATER))
        .isEqualTo(new ChangeSource.Result.KeyRefused(PUBLIC_KEY_REFUSED));
    assertThat(changeSource.change(command, NOW.plus(Duration.ofHours(1))))
        .isInstanceOf(ChangeSource.Result.Changed.class);
  }

  @Test
  void a_replaced_secret_counts_until_its_overlap_is_over() {
    Source source = created("github", "first");

    assertThat(rotate.rotate(DEFAULT, source.id(), null, Duration.ofHours(24), NOW))
        .isInstanceOfSatisfying(
            RotateSourceSecret.Result.Rotated.class,
            rotated -> {
              var keys = rotated.source().keys();
              assertThat(keys.current().text()).startsWith("whsec_");
              assertThat(keys.live(NOW)).hasSize(2).contains(new VerificationKey("first"));
              assertThat(keys.live(NOW.plus(Duration.ofHours(24)))).hasSize(1);
            });
  }

  @Test
  void without_an_overlap_the_earlier_secrets_end_at_once() {
    Source source = created("github", "first");
    rotate.rotate(DEFAULT, source.id(), new VerificationKey("second"), Duration.ofHours(1), NOW);
    rotate.rotate(DEFAULT, source.id(), new VerificationKey("third"), Duration.ZERO, NOW);

    assertThat(sources.find(source.id()).orElseThrow().keys().live(NOW))
        .containsExactly(new VerificationKey("third"));
  }

  @Test
  void there_is_no_rotating_to_the_present_secret_or_to_one_that_does_not_serve() {
    Source source = created("github", "first");
    assertThat(rotated(source, "first"))
        .isEqualTo(new RotateSourceSecret.Result.Refused("is the present one already"));
    assertThat(rotated(source, PUBLIC))
        .isEqualTo(new RotateSourceSecret.Result.Refused(PUBLIC_KEY_REFUSED));
    assertThat(rotated(created("standard", PUBLIC), null))
        .isInstanceOf(RotateSourceSecret.Result.Refused.class);
  }

  @Test
  void another_tenants_source_is_not_there() {
    Source source = created("github", null);
    assertThat(rotate.rotate(OTHER, source.id(), null, Duration.ZERO, NOW))
        .isEqualTo(new RotateSourceSecret.Result.NotFound());
    var removeSource = new RemoveSource(sources);
    assertThat(removeSource.remove(OTHER, source.id())).isFalse();
    assertThat(removeSource.remove(DEFAULT, source.id())).isTrue();
    assertThat(removeSource.remove(DEFAULT, source.id())).isFalse();
  }

  private RotateSourceSecret.Result rotated(Source source, @Nullable String next) {
    return rotate.rotate(
        DEFAULT, source.id(), next == null ? null : new VerificationKey(next), Duration.ZERO, NOW);
  }

  private Source created(String kind, @Nullable String key) {
    var result = createSource.create(command(kind, key), NOW);
    assertThat(result).isInstanceOf(CreateSource.Result.Created.class);
    return ((CreateSource.Result.Created) result).source();
  }

  private static CreateSource.Command command(String kind, @Nullable String key) {
    return new CreateSource.Command(
        DEFAULT, "a", settings(kind), key == null ? null : new VerificationKey(key), true);
  }

  private static SourceSettings settings(String kind) {
    return SourceSettings.of(WrittenSource.of(kind));
  }
}
