package posthorn.domain.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RoleTest {
  @Test
  void an_operator_governs_all_and_a_tenants_admin_all_but_operators() {
    assertThat(Role.values()).allMatch(Role.OPERATOR::governs);
    assertThat(Stream.of(Role.values()).filter(Role.TENANT_ADMIN::governs))
        .containsExactly(Role.TENANT_ADMIN, Role.PUBLISHER, Role.VIEWER);
  }

  @Test
  void nobody_else_governs_anybody() {
    assertThat(Role.values()).noneMatch(Role.PUBLISHER::governs).noneMatch(Role.VIEWER::governs);
  }
}
