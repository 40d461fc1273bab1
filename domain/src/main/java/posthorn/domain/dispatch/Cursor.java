package posthorn.domain.dispatch;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.tenant.TenantId;

/**
 * Where the turns stand between two rounds. Tenants that have nothing due lose their place in it,
 * so it is never larger than the work. Losing all of it is harmless: turns start anew.
 *
 * @param last the tenant that had the last turn
 * @param places where the turns of each tenant's kinds of work stand
 */
public record Cursor(@Nullable TenantId last, Map<TenantId, Map<Work, Place>> places) {
  public static final Cursor START = new Cursor(null, Map.of());

  public Cursor {
    var copy = new HashMap<TenantId, Map<Work, Place>>();
    places.forEach((tenant, place) -> copy.put(tenant, Map.copyOf(place)));
    places = Map.copyOf(copy);
  }

  /**
   * Where the turns of one kind of work stand.
   *
   * @param credit what it is owed by the tenant's other kinds
   * @param last the id of the webhook that had its last turn
   */
  public record Place(int credit, @Nullable String last) {
    static final Place FIRST = new Place(0, null);
  }
}
