package posthorn.domain.access;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a key's holder may do. */
public enum Role {
  /** Everything, for every tenant. */
  OPERATOR(Permission.READ, Permission.PUBLISH, Permission.MANAGE, Permission.OPERATE),
  /** Everything that is its tenant's. */
  TENANT_ADMIN(Permission.READ, Permission.PUBLISH, Permission.MANAGE),
  /** For an application: it hands in events and sees nothing. */
  PUBLISHER(Permission.PUBLISH),
  /** For people who look and change nothing. */
  VIEWER(Permission.READ);

  @SuppressWarnings("ImmutableEnumChecker") // Made by Set.of, which nobody can change.
  private final Set<Permission> permissions;

  Role(Permission... permissions) {
    this.permissions = Set.of(permissions);
  }

  public boolean may(Permission permission) {
    return permissions.contains(permission);
  }

  /** All that may do it. */
  public static List<Role> with(Permission permission) {
    return Stream.of(values()).filter(role -> role.may(permission)).toList();
  }

  /** Whether its holder may make, see and remove keys of that role. */
  public boolean governs(Role other) {
    return may(Permission.MANAGE) && (this == OPERATOR || other != OPERATOR);
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Role> named(String name) {
    return Stream.of(values()).filter(role -> role.wireName().equals(name)).findFirst();
  }

  public static List<String> names() {
    return Stream.of(values()).map(Role::wireName).toList();
  }
}
