package posthorn.bench;

/**
 * Events that were published and accepted.
 *
 * @param startedAt when the first was sent, by {@link System#nanoTime}
 * @param endedAt when the last was accepted
 */
record Sent(int count, long startedAt, long endedAt) {
  double perSecond() {
    return Rates.perSecond(count, endedAt - startedAt);
  }
}
