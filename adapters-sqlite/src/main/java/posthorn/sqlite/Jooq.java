package posthorn.sqlite;

import java.sql.Connection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;

/** jOOQ on a connection, quietly; and as a renderer of statements that are prepared once. */
final class Jooq {
  private static final Settings SETTINGS =
      new Settings().withExecuteLogging(false).withRenderSchema(false);

  static {
    System.setProperty("org.jooq.no-logo", "true");
    System.setProperty("org.jooq.no-tips", "true");
  }

  private Jooq() {}

  static DSLContext on(Connection connection) {
    return DSL.using(connection, SQLDialect.SQLITE, SETTINGS);
  }

  /** An insert of all these columns, with a parameter for each. */
  static String insert(Table<?> table, List<? extends Field<?>> columns) {
    return renderer()
        .insertInto(table)
        .columns(columns)
        .values(Collections.nCopies(columns.size(), DSL.param()))
        .getSQL();
  }

  /** An update of all these columns, with a parameter for each, and then those of the condition. */
  static String update(Table<?> table, List<? extends Field<?>> columns, Condition condition) {
    Map<Field<?>, Object> values = new LinkedHashMap<>();
    columns.forEach(column -> values.put(column, DSL.param()));
    return renderer().update(table).set(values).where(condition).getSQL();
  }

  private static DSLContext renderer() {
    return DSL.using(SQLDialect.SQLITE, SETTINGS);
  }
}
