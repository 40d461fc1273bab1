package posthorn.domain.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import posthorn.domain.id.IdForm;
import posthorn.domain.tenant.TenantId;

class PayloadFormatTest {
  private static final Instant HAPPENED = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final String EVENT_ID = IdForm.of(EventId.PREFIX, HAPPENED, 0, 1);
  private static final String DELIVERY_ID = "dlv_1";
  private static final String DATA = "{ \"n\": 1.0,\n \"s\":\"\\u00fc ü\" }";

  @Test
  void the_standard_format_has_type_timestamp_and_the_data_byte_for_byte() {
    assertThat(rendered(PayloadFormat.STANDARD, event("key", "api")))
        .isEqualTo(
            "{\"type\":\"user.created\",\"timestamp\":\"2026-01-02T03:04:05.678Z\",\"data\":"
                + DATA
                + "}");
  }

  @Test
  void the_event_format_has_all_that_the_event_has() {
    assertThat(rendered(PayloadFormat.EVENT, event("key-1", "api-service")))
        .isEqualTo(
            "{\"id\":\""
                + EVENT_ID
                + "\",\"event_type\":\"user.created\",\"data\":"
                + DATA
                + ",\"timestamp\":\"2026-01-02T03:04:05.678Z\",\"idempotency_key\":\"key-1\","
                + "\"source\":\"api-service\",\"priority\":\"normal\",\"sequence_number\":7}");
  }

  @Test
  void the_event_format_leaves_out_what_the_event_has_not() {
    assertThat(rendered(PayloadFormat.EVENT, event(null, null)))
        .isEqualTo(
            "{\"id\":\""
                + EVENT_ID
                + "\",\"event_type\":\"user.created\",\"data\":"
                + DATA
                + ",\"timestamp\":\"2026-01-02T03:04:05.678Z\",\"priority\":\"normal\",\"sequence_number\":7}");
  }

  @Test
  void an_example_that_was_never_accepted_has_the_number_0() {
    assertThat(rendered(PayloadFormat.EVENT, event(null, null).numbered(Event.UNNUMBERED)))
        .endsWith("\"sequence_number\":0}");
  }

  @Test
  void the_tenant_format_has_the_id_of_the_delivery() {
    assertThat(rendered(PayloadFormat.TENANT, event("key", "api")))
        .isEqualTo(
            "{\"id\":\"dlv_1\",\"event\":\"user.created\",\"data\":"
                + DATA
                + ",\"timestamp\":\"2026-01-02T03:04:05.678Z\"}");
  }

  @Test
  void the_raw_format_is_the_data_alone() {
    assertThat(rendered(PayloadFormat.RAW, event("key", "api"))).isEqualTo(DATA);
  }

  @Test
  void texts_are_escaped_where_json_wants_it_and_only_there() {
    String text = "\"\\ /\b\f\n\r\t\u0000\u001f\u007f ü 猫 🐈 \u2028";

    assertThat(rendered(PayloadFormat.EVENT, event("\"key\\", text)))
        .contains("\"idempotency_key\":\"\\\"key\\\\\"")
        .contains(
            "\"source\":\"\\\"\\\\ /\\u0008\\u000c\\u000a\\u000d\\u0009\\u0000\\u001f\u007f"
                + " ü 猫 🐈 \u2028\"");
  }

  @Test
  void half_a_character_is_escaped_as_utf8_has_no_bytes_for_it() {
    assertThat(rendered(PayloadFormat.EVENT, event(null, "\ud83d")))
        .contains("\"source\":\"\\ud83d\"");
    assertThat(rendered(PayloadFormat.EVENT, event(null, "\udc08\ud83dx\ud83d\udc08\udc08")))
        .contains("\"source\":\"\\udc08\\ud83dx🐈\\udc08\"");
  }

  @ParameterizedTest
  @EnumSource
  void a_format_is_found_by_its_name(PayloadFormat format) {
    assertThat(PayloadFormat.named(format.wireName())).contains(format);
    assertThat(PayloadFormat.names()).contains(format.wireName());
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

  private static String rendered(PayloadFormat format, Event event) {
    return new String(format.render(event, DELIVERY_ID).bytes(), UTF_8);
  }

  private static Event event(@Nullable String key, @Nullable String source) {
    return new Event(
            new EventId(EVENT_ID),
            TenantId.DEFAULT,
            new EventType("user.created"),
            JsonBytes.of(DATA),
            HAPPENED,
            HAPPENED.plusSeconds(1),
            key,
            source,
            null,
            Priority.NORMAL,
            null,
            null)
        .numbered(7);
  }
}
