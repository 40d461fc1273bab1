package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.Sources;
import posthorn.domain.inbound.ProviderPreset;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.inbound.SourceSettings;
import posthorn.domain.inbound.WrittenSource;
import posthorn.domain.inbound.WrittenSource.Place;
import posthorn.domain.inbound.WrittenSource.Signature;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.VerificationKey;
import posthorn.domain.tenant.TenantId;

/** What every implementation of {@link Sources} keeps to. */
public abstract class SourcesContract {
  private static final TenantId OTHER = new TenantId("other");
  private static final Instant LATER = TestTime.START.plusSeconds(1);

  /** What says all that there is to say, between them. */
  protected static final List<WrittenSource> SPELT_OUT =
      List.of(
          new WrittenSource(
              "timestamped",
              new Signature("X-Acme-Signature", "base64", null, "X-Acme-Time"),
              60L,
              new Place("X-Acme-Event", null, null),
              new Place(null, "/id", null),
              true,
              null),
          new WrittenSource(
              "sha256",
              new Signature(null, "hex", "", null),
              null,
              new Place(null, "/kind", null),
              new Place("X-Acme-Id", null, null),
              false,
              null),
          new WrittenSource(
              "slack",
              Signature.OF_KIND,
              86_400L,
              new Place(null, null, "{/a}.b"),
              null,
              null,
              null),
          addressed("twilio"),
          addressed("hubspot"),
          addressed("square"));

  private static WrittenSource addressed(String kind) {
    return new WrittenSource(
        kind, Signature.OF_KIND, null, null, null, null, "https://a.example/{source_id}?b=1");
  }

  private final SequentialIds ids = new SequentialIds();
  private Sources sources;

  /** A new, empty store. */
  protected abstract Stores open();

  @BeforeEach
  void setUp() {
    sources = open().sources();
  }

  @Test
  void nothing_of_a_source_is_lost() {
    for (WrittenSource written : SPELT_OUT) {
      Source source = source(DEFAULT, "Ünïque, \"quoted\"", SourceSettings.of(written));
      sources.add(source);
      assertThat(sources.find(source.id())).contains(source);
      assertThat(sources.find(DEFAULT, source.id())).contains(source);
    }
    for (String kind : ProviderPreset.names()) {
      if (ProviderPreset.named(kind).orElseThrow().scheme().signsAddress()) {
        continue;
      }
      Source source = source(DEFAULT, kind);
      sources.add(source);
      assertThat(sources.find(source.id())).contains(source);
    }
  }

  @Test
  void tenants_have_sources_of_their_own_in_the_order_they_were_added() {
    Source first = source(DEFAULT, "github");
    Source theirs = source(OTHER, "github");
    Source second = source(DEFAULT, "github");
    List.of(first, theirs, second).forEach(sources::add);

    assertThat(sources.of(DEFAULT)).containsExactly(first, second);
    assertThat(sources.of(OTHER)).containsExactly(theirs);
    assertThat(sources.of(new TenantId("third"))).isEmpty();
    assertThat(sources.find(OTHER, first.id())).isEmpty();
  }

  @Test
  void a_change_takes_the_place_of_the_version_before_it_and_of_no_other() {
    Source source = source(DEFAULT, "github");
    sources.add(source);
    Source changed =
        source.changed("Another", SourceSettings.of(SPELT_OUT.getFirst()), false, LATER);

    assertThat(sources.replaceIfUnchanged(changed)).isTrue();
    assertThat(sources.replaceIfUnchanged(changed)).isFalse();
    assertThat(sources.find(source.id())).contains(changed);
    assertThat(sources.of(DEFAULT)).containsExactly(changed);
  }

  @Test
  void earlier_secrets_are_kept_with_the_present_one() {
    Source source = source(DEFAULT, "github");
    sources.add(source);
    var next = new VerificationKey("the next, with spaces and a ü");
    var third = new VerificationKey("third");
    Source rotated = source.with(source.keys().rotate(next, LATER, Duration.ofHours(24)), LATER);
    Source again = rotated.with(rotated.keys().rotate(third, LATER, Duration.ofHours(1)), LATER);
    assertThat(sources.replaceIfUnchanged(rotated)).isTrue();
    assertThat(sources.replaceIfUnchanged(again)).isTrue();

    assertThat(sources.find(source.id())).map(Source::keys).contains(again.keys());
    assertThat(again.keys().live(LATER)).hasSize(3);
  }

  @Test
  void a_removed_source_is_gone() {
    Source source = source(DEFAULT, "github");
    Source other = source(DEFAULT, "slack");
    sources.add(source);
    sources.add(other);

    sources.remove(source.id());
    sources.remove(source.id());

    assertThat(sources.find(source.id())).isEmpty();
    assertThat(sources.of(DEFAULT)).containsExactly(other);
    assertThat(sources.replaceIfUnchanged(source.changed("b", source.settings(), true, LATER)))
        .isFalse();
  }

  protected final Source source(TenantId tenant, String kind) {
    return source(tenant, kind, SourceSettings.of(WrittenSource.of(kind)));
  }

  protected final Source source(TenantId tenant, String name, SourceSettings settings) {
    return source(ids, tenant, name, settings);
  }

  static Source source(SequentialIds ids, TenantId tenant, String name, SourceSettings settings) {
    return new Source(
        new SourceId(ids.next(SourceId.PREFIX, TestTime.START)),
        tenant,
        name,
        settings,
        RotatingSecret.of(VerificationKey.of(Samples.SECRET)),
        true,
        1,
        TestTime.START,
        TestTime.START);
  }
}
