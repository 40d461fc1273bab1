package posthorn.domain.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PriorityTest {

  @Test
  void priorities_have_the_names_of_the_api_and_the_most_urgent_is_first() {
    assertThat(Priority.names()).containsExactly("high", "normal", "low");
    assertThat(Priority.named("low")).contains(Priority.LOW);
    assertThat(Priority.named("LOW")).isEmpty();
  }
}
