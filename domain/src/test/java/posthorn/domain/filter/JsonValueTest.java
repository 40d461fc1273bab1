package posthorn.domain.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import posthorn.domain.filter.JsonValue.JsonArray;
import posthorn.domain.filter.JsonValue.JsonNumber;
import posthorn.domain.filter.JsonValue.JsonObject;
import posthorn.domain.filter.JsonValue.JsonString;

class JsonValueTest {
  private static JsonNumber number(String text) {
    return new JsonNumber(new BigDecimal(text));
  }

  @Test
  void numbers_are_equal_by_value() {
    for (String one : List.of("1", "1.0", "1e0", "10E-1", "0.1e1")) {
      assertThat(number(one)).isEqualTo(number("1")).hasSameHashCodeAs(number("1"));
    }
    assertThat(number("0")).isEqualTo(number("-0.00")).hasSameHashCodeAs(number("-0.00"));
    assertThat(number("1")).isNotEqualTo(number("1.0000000000000000000001"));
    assertThat(number("1")).isNotEqualTo(new JsonString("1"));
    assertThat(number("2").hashCode()).isNotEqualTo(number("3").hashCode());
  }

  @Test
  void the_largest_exponent_is_compared_and_hashed_at_once() {
    var huge = number("100E2147483647");
    assertThat(huge)
        .isEqualTo(number("1000E2147483646"))
        .isNotEqualTo(number("1"))
        .isNotEqualTo(number("1E-2147483647"));
    assertThat(huge.hashCode()).isEqualTo(number("1000E2147483646").hashCode());
  }

  @Test
  void a_value_keeps_what_it_was_made_of_and_its_order() {
    var items = new ArrayList<JsonValue>(List.of(number("1")));
    var members = new LinkedHashMap<String, JsonValue>();
    members.put("b", number("1"));
    members.put("a", number("2"));
    var array = new JsonArray(items);
    var object = new JsonObject(members);
    items.clear();
    members.clear();
    assertThat(array.items()).containsExactly(number("1"));
    assertThat(object.members().keySet()).containsExactly("b", "a");
  }
}
