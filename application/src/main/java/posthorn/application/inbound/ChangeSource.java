package posthorn.application.inbound;

import java.time.Instant;
import java.util.Optional;
import posthorn.application.port.Sources;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceSettings;

/** Changes what a source's owner decides about it, but for its secret. */
public final class ChangeSource {
  private final Sources sources;

  public ChangeSource(Sources sources) {
    this.sources = sources;
  }

  /**
   * What is asked for.
   *
   * @param seen the source as whoever asks has seen it
   */
  public record Command(Source seen, String name, SourceSettings settings, boolean active) {}

  /** What became of it. */
  public sealed interface Result {
    record Changed(Source source) implements Result {}

    /** With its present secrets the other kind could check nothing; nothing was changed. */
    record KeyRefused(String reason) implements Result {}

    /** Somebody else changed it meanwhile, or it is gone; nothing was changed. */
    record Outdated() implements Result {}
  }

  public Result change(Command command, Instant now) {
    Optional<String> refusal = command.seen().refusalOf(command.settings(), now);
    if (refusal.isPresent()) {
      return new Result.KeyRefused(refusal.get());
    }
    Source changed =
        command.seen().changed(command.name(), command.settings(), command.active(), now);
    return sources.replaceIfUnchanged(changed)
        ? new Result.Changed(changed)
        : new Result.Outdated();
  }
}
