package posthorn.bench;

/** What a measurement is compared with, measured in the same run. */
enum Ceiling {
  HTTP("bare HTTP client"),
  SQLITE("bare SQLite"),
  HANDLER("empty handler"),
  STORING_HANDLER("storing handler"),
  SMALL_BACKLOG("1 000 waiting"),
  PUBLISHING("publishing");

  private final String label;

  Ceiling(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
