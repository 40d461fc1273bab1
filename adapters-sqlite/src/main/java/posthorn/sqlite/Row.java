package posthorn.sqlite;

import org.jooq.Field;

/** A row that was read, by jOOQ or past it. */
interface Row {
  /** What stands in that column; null where nothing does. */
  <T> T get(Field<T> column);
}
