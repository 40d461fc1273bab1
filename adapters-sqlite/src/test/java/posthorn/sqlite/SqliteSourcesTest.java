package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.SealException;
import posthorn.application.port.Sources;
import posthorn.application.testing.Seals;
import posthorn.application.testing.SourcesContract;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceSettings;
import posthorn.domain.inbound.WrittenSource;
import posthorn.domain.signing.VerificationKey;

class SqliteSourcesTest extends SourcesContract {
  private static final VerificationKey NEXT = new VerificationKey("the-next-one-of-all");

  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @Override
  protected Stores open() {
    return store.open();
  }

  @Test
  void a_restart_finds_what_was_there() {
    Source kept = rotated(store.open());
    Source removed = source(DEFAULT, "slack");
    Stores stores = store.open();
    stores.sources().add(removed);
    stores.sources().remove(removed.id());

    Stores restarted = store.open();

    assertThat(restarted.sources().of(DEFAULT)).containsExactly(kept);
    assertThat(restarted.sources().find(kept.id())).contains(kept);
  }

  @Test
  void a_restart_finds_all_that_was_written_and_nothing_that_was_taken_back() {
    Sources sources = store.open().sources();
    SourceSettings plain = SourceSettings.of(WrittenSource.of("github"));
    List<Source> added =
        SPELT_OUT.stream()
            .map(written -> source(DEFAULT, written.kind(), SourceSettings.of(written)))
            .toList();
    added.forEach(sources::add);

    Sources restarted = store.open().sources();
    assertThat(restarted.of(DEFAULT)).isEqualTo(added);

    List<Source> changed =
        added.stream().map(source -> source.changed("b", plain, false, TestTime.START)).toList();
    assertThat(changed).allMatch(restarted::replaceIfUnchanged);
    assertThat(store.open().sources().of(DEFAULT)).isEqualTo(changed);
  }

  @Test
  void no_secret_is_to_be_read_in_the_file() throws IOException {
    Source source = rotated(store.open());
    store.close();

    assertThat(store.bytes())
        .doesNotContain(NEXT.text())
        .doesNotContain(source.keys().previous().getFirst().secret().text())
        .contains(Seals.key(1).id());
  }

  @Test
  void a_key_that_is_not_there_is_named_at_once() {
    rotated(store.open(Seals.of(1)));

    assertThatThrownBy(() -> store.open(Seals.of(2)))
        .isInstanceOf(SealException.class)
        .hasMessageContaining(Seals.key(1).id());
  }

  @Test
  void their_secrets_get_the_present_key_too() throws IOException {
    Source source = rotated(store.open(Seals.of(1)));

    store.open(Seals.of(2, 1));
    assertThat(store.resealSecrets()).isEqualTo(1);
    assertThat(store.resealSecrets()).isZero();

    assertThat(store.open(Seals.of(2)).sources().of(DEFAULT)).containsExactly(source);
    store.close();
    assertThat(store.bytes()).doesNotContain(Seals.key(1).id());
  }

  private Source rotated(Stores stores) {
    Source source = source(DEFAULT, "github");
    stores.sources().add(source);
    Source rotated =
        source.with(
            source.keys().rotate(NEXT, TestTime.START, Duration.ofHours(1)),
            TestTime.START.plusSeconds(1));
    assertThat(stores.sources().replaceIfUnchanged(rotated)).isTrue();
    return rotated;
  }
}
