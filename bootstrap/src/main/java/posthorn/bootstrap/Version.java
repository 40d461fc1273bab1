package posthorn.bootstrap;

/** The version of this jar. */
final class Version {
  private Version() {}

  static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    // Classes that were not started from the jar carry none.
    return version == null ? "development" : version;
  }
}
