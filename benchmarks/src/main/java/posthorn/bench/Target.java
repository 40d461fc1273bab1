package posthorn.bench;

/** What a measurement should reach. */
sealed interface Target {
  record AtLeast(double value) implements Target {}

  record Below(double value) implements Target {}

  record AtMost(double value) implements Target {}

  /** Of what it is compared with; 0.5 is half. */
  record ShareAtLeast(double share) implements Target {}
}
