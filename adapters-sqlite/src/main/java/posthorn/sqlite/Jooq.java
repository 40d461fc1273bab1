package posthorn.sqlite;

import java.sql.Connection;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;

/** jOOQ on a connection, quietly. */
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
}
