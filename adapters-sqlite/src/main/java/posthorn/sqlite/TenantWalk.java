package posthorn.sqlite;

import java.util.ArrayList;
import java.util.List;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ArchiveEntry;
import posthorn.application.port.History.Page;
import posthorn.domain.tenant.TenantId;

/**
 * A walk through what there is of one tenant after another. Where a page ends is written as the
 * tenant, a space, and the place within what the tenant has.
 *
 * @param nextTenant the statement that finds the tenant after another one
 */
record TenantWalk<T extends ArchiveEntry>(String nextTenant, Rows<T> rows) {
  /** How many tenants a page looks at, of which there may be nothing old. */
  static final int MOST_TENANTS = 200;

  private static final String SPACE = " ";

  /** What is old of one tenant. */
  interface Rows<T extends ArchiveEntry> {
    /**
     * As much of it as there is room for.
     *
     * @param after where the page before ended; empty to begin with
     */
    Page<T> of(DSLContext sql, TenantId tenant, String after, Room room);
  }

  /** How much more a page may hold. */
  static final class Room {
    private int count;
    private long bytes;

    Room(int count, long bytes) {
      this.count = count;
      this.bytes = bytes;
    }

    int count() {
      return count;
    }

    /** Takes one of that size in; whether that was the last. */
    boolean isFullWith(long size) {
      count--;
      bytes -= size;
      return isFull();
    }

    boolean isFull() {
      return count <= 0 || bytes <= 0;
    }
  }

  Page<T> page(DSLContext sql, @Nullable String after, int limit) {
    var room = new Room(limit, EventList.PAGE_BYTES);
    var found = new ArrayList<T>();
    String tenant = after == null ? tenantAfter(sql, "") : tenantOf(after);
    String place = after == null ? "" : after.substring(after.indexOf(SPACE) + 1);
    for (int looked = 1; tenant != null; looked++) {
      Page<T> page = rows.of(sql, new TenantId(tenant), place, room);
      found.addAll(page.entries());
      if (page.next() != null) {
        return new Page<>(found, tenant + SPACE + page.next());
      }
      tenant = tenantAfter(sql, tenant);
      place = "";
      if (tenant != null && (room.isFull() || looked == MOST_TENANTS)) {
        return new Page<>(found, tenant + SPACE);
      }
    }
    return new Page<>(found, null);
  }

  private static String tenantOf(String after) {
    return after.substring(0, after.indexOf(SPACE));
  }

  private @Nullable String tenantAfter(DSLContext sql, String tenant) {
    List<@Nullable String> next = sql.resultQuery(nextTenant, tenant).fetch(0, String.class);
    return next.getFirst();
  }
}
