package posthorn.launcher;

import java.lang.reflect.InvocationTargetException;

/** Checks the Java version before any class is loaded that an older Java could not read. */
public final class Launcher {
  private static final int NEEDED = 25;
  private static final int EXIT_TOO_OLD = 1;

  private Launcher() {}

  public static void main(String[] arguments) throws Exception {
    String version = System.getProperty("java.specification.version");
    if (isTooOld(version)) {
      System.err.println(
          "Posthorn needs Java " + NEEDED + " or newer, and this is Java " + version + ".");
      System.exit(EXIT_TOO_OLD);
    }
    try {
      Class.forName("posthorn.bootstrap.Main")
          .getMethod("main", String[].class)
          .invoke(null, (Object) arguments);
    } catch (InvocationTargetException e) {
      // Main's own exception, without the reflection around it.
      throw e.getCause() instanceof Exception ? (Exception) e.getCause() : e;
    }
  }

  /** Java 8 calls itself 1.8. */
  static boolean isTooOld(String version) {
    return Integer.parseInt(version.startsWith("1.") ? version.substring(2) : version) < NEEDED;
  }
}
