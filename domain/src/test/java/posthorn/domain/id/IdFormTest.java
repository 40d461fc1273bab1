package posthorn.domain.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import posthorn.domain.testing.Law;

class IdFormTest {
  @Test
  void an_id_is_its_prefix_its_time_and_its_bits() {
    assertThat(IdForm.of("evt_", Instant.EPOCH, 0, 0)).isEqualTo("evt_" + "0".repeat(26));
    assertThat(IdForm.of("evt_", Instant.ofEpochMilli(33), 0, 34))
        .isEqualTo("evt_" + "0000000011" + "0000000000000012");
    assertThat(IdForm.of("evt_", Instant.ofEpochMilli((1L << 48) - 1), 0xFFFF, -1))
        .isEqualTo("evt_" + "7ZZZZZZZZZ" + "ZZZZZZZZZZZZZZZZ");
  }

  @Test
  void ids_sort_by_time_then_by_their_bits() {
    Law.holds(random -> {
      Instant first = Instant.ofEpochMilli(random.nextLong(1L << 48));
      Instant second = Instant.ofEpochMilli(random.nextLong(1L << 48));
      long high = random.nextLong(1 << 16);
      long low = random.nextLong();
      String one = IdForm.of("x_", first, high, low);
      assertThat(Integer.signum(one.compareTo(IdForm.of("x_", second, 0, 0))))
          .isEqualTo(first.equals(second) ? 1 : first.compareTo(second));
      if (low != -1) {
        assertThat(one).isLessThan(IdForm.of("x_", first, high, low + 1));
      }
      assertThat(IdForm.matches("x_", one)).isTrue();
      assertThat(one).matches("x_" + IdForm.PATTERN);
    });
  }

  @Test
  void anything_else_is_no_id() {
    String id = IdForm.of("evt_", Instant.EPOCH, 1, 2);
    assertThat(IdForm.require("evt_", id)).isEqualTo(id);
    for (String text :
        new String[] {
          "", "evt_", id + "0", id.substring(1), "dlv_" + id, "evt_" + "I".repeat(26)
        }) {
      assertThat(IdForm.matches("evt_", text)).isFalse();
      assertThatThrownBy(() -> IdForm.require("evt_", text))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
