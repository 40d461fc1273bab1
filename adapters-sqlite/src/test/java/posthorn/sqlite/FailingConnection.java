package posthorn.sqlite;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A connection whose n-th statement or commit fails, as on a disk that is full or gone. A commit
 * that fails has not happened.
 */
final class FailingConnection {
  private final Connection real;
  private final int failing;
  private int steps;

  FailingConnection(Connection real, int failing) {
    this.real = real;
    this.failing = failing;
  }

  Connection connection() {
    return proxy(Connection.class, real);
  }

  /** Whether it has failed yet. */
  boolean hasFailed() {
    return steps >= failing;
  }

  private <T> T proxy(Class<T> type, T target) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> wrapped(call(target, method, arguments)));
    return type.cast(proxy);
  }

  private Object wrapped(Object result) {
    return switch (result) {
      case PreparedStatement statement -> proxy(PreparedStatement.class, statement);
      case Statement statement -> proxy(Statement.class, statement);
      case null, default -> result;
    };
  }

  private Object call(Object target, Method method, Object[] arguments) throws Throwable {
    boolean isStep = method.getName().startsWith("execute") || method.getName().equals("commit");
    if (isStep && ++steps == failing) {
      throw new SQLException("step " + failing + " fails: " + method.getName());
    }
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
