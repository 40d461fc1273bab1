package posthorn.bench;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The server under load and the receiver beside it, with the people who watch. */
final class Session {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final ServerProcess server;
  private final Receiver receiver;
  private final Progress progress;
  private final InstantSource clock;
  private long nextNumber;

  Session(ServerProcess server, Receiver receiver, Progress progress, InstantSource clock) {
    this.server = server;
    this.receiver = receiver;
    this.progress = progress;
    this.clock = clock;
  }

  Progress progress() {
    return progress;
  }

  Instant now() {
    return clock.instant();
  }

  ServerProcess server() {
    return server;
  }

  /** The ledger of the next so many events. */
  Ledger ledger(int count) {
    var ledger = new Ledger(nextNumber, count);
    nextNumber += count;
    receiver.enterInto(ledger);
    return ledger;
  }

  /** Publishes the ledger's events, or as many of them as the load's time allows. */
  Sent publish(String what, Ledger ledger, Load load) throws IOException, InterruptedException {
    progress.begin(what);
    try (var sending = new Sending(load, ledger, server.address())) {
      watch(
          sending::isOver,
          () ->
              "%s of %s accepted"
                  .formatted(
                      Numbers.grouped(sending.acknowledged()), Numbers.grouped(ledger.size())));
      Sent sent = sending.result();
      ledger.expect(sent.count(), sent.count());
      return sent;
    }
  }

  /** Waits until all that was sent was received; what does not come is lost. */
  void awaitReceived(String what, Ledger ledger) throws InterruptedException {
    progress.begin(what);
    long[] lastGain = {ledger.received(), System.nanoTime()};
    watch(
        () -> {
          if (ledger.received() > lastGain[0]) {
            lastGain[0] = ledger.received();
            lastGain[1] = System.nanoTime();
          }
          return ledger.isComplete() || System.nanoTime() - lastGain[1] > PATIENCE.toNanos();
        },
        () ->
            "%s of %s received"
                .formatted(Numbers.grouped(ledger.received()), Numbers.grouped(ledger.expected())));
    if (!ledger.isComplete()) {
      throw new BenchException(
          "%s of %s events were accepted and not received; the last one came %d s ago"
              .formatted(
                  Numbers.grouped(ledger.expected() - ledger.received()),
                  Numbers.grouped(ledger.expected()),
                  PATIENCE.toSeconds()));
    }
  }

  /** Waits for a time to come. */
  void awaitTime(String what, Instant time) throws InterruptedException {
    progress.begin(what);
    watch(
        () -> !now().isBefore(time),
        () -> "%d s to wait".formatted(Duration.between(now(), time).toSeconds() + 1));
  }

  private void watch(BooleanSupplier over, Supplier<String> state) throws InterruptedException {
    while (!over.getAsBoolean()) {
      server.check();
      progress.update(state.get());
      Thread.sleep(Sending.LOOK_INTERVAL);
    }
  }
}
