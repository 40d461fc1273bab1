package posthorn.domain.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import posthorn.domain.id.IdForm;
import posthorn.domain.tenant.TenantId;

class PayloadFormatTest {
  @Test
  void the_standard_format_has_type_timestamp_and_the_data_byte_for_byte() {
    Instant happened = Instant.parse("2026-01-02T03:04:05.678Z");
    var event =
        new Event(
            new EventId(IdForm.of(EventId.PREFIX, happened, 0, 1)),
            TenantId.DEFAULT,
            new EventType("user.created"),
            JsonBytes.of("{ \"n\": 1.0,\n \"s\":\"\\u00fc ü\" }"),
            happened,
            happened.plusSeconds(1),
            null,
            null,
            Priority.NORMAL,
            null,
            null);

    assertThat(new String(PayloadFormat.STANDARD.render(event).bytes(), UTF_8))
        .isEqualTo(
            "{\"type\":\"user.created\",\"timestamp\":\"2026-01-02T03:04:05.678Z\","
                + "\"data\":{ \"n\": 1.0,\n \"s\":\"\\u00fc ü\" }}");
  }

  @Test
  void data_never_ends_up_in_a_log() {
    assertThat(JsonBytes.of("{\"password\":1}")).hasToString("JsonBytes[14]");
  }

  @Test
  void bytes_are_the_same_if_and_only_if_all_of_them_are() {
    JsonBytes bytes = JsonBytes.of("[1]");
    assertThat(bytes)
        .isEqualTo(JsonBytes.of("[1]"))
        .hasSameHashCodeAs(JsonBytes.of("[1]"))
        .isNotEqualTo(JsonBytes.of("[2]"))
        .isNotEqualTo("[1]")
        .doesNotHaveSameHashCodeAs(JsonBytes.of("[2]"));
    assertThat(bytes.length()).isEqualTo(3);
  }
}
