package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.testing.Seals;

class SqliteTrustedTimeTest {
  private static final Instant NOON = Instant.parse("2026-11-19T12:00:00Z");

  @RegisterExtension final TemporaryStore temporary = new TemporaryStore();

  @Test
  void the_last_time_is_there_after_a_restart() {
    try (SqliteStore store = open()) {
      assertThat(store.trustedTime().last()).isEmpty();
      store.trustedTime().save(NOON);
      store.trustedTime().save(NOON.plusSeconds(1));
    }

    try (SqliteStore store = open()) {
      assertThat(store.trustedTime().last()).contains(NOON.plusSeconds(1));
    }
  }

  private SqliteStore open() {
    return SqliteStore.open(temporary.url(), Durability.FULL, Duration.ofSeconds(30), Seals.of(1));
  }
}
